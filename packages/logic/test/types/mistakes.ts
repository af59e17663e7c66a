import { defineLogic } from '../../src/define-logic.ts';
import { slug } from './own-rules.ts';

// Names that do not exist.
// @ts-expect-error: rule is no key
defineLogic({ rule: [slug], postAction: { body: {} } });
// @ts-expect-error: strng is no rule, in the items of a list
defineLogic({ postAction: { body: { a: { array: true, children: { strng: true } } } } });
// @ts-expect-error: strng is no rule, in objects of a list
defineLogic({ postAction: { body: { array: true, children: { object: true, children: { b: { strng: true } } } } } });
// @ts-expect-error: strng is no rule, in the shared params
defineLogic({ params: { id: { strng: true } } });
// @ts-expect-error: boddy is no section, in what a function makes that looks at the request
defineLogic({ postAction: (context) => ({ boddy: { a: { string: context.body !== undefined } } }) });
// @ts-expect-error: slugg is not among the rules of this logic
defineLogic({ rules: [slug], postAction: { body: { a: { slugg: true } } } });
const outside = { a: { int: true, mni: 5 } } as const;
// @ts-expect-error: mni is no rule, in a constant
defineLogic({ postAction: { body: outside } });

// Arguments of the wrong type.
// @ts-expect-error: a length has no mxa
defineLogic({ postAction: { body: { a: { length: { mxa: 5 } } } } });
// @ts-expect-error: slug takes true
defineLogic({ rules: [slug], postAction: { body: { a: { slug: 'yes' } } } });
// @ts-expect-error: slug takes true, in children
defineLogic({ rules: [slug], postAction: { body: { array: true, children: { slug: 1 } } } });
// @ts-expect-error: slug takes true, in what a function makes
defineLogic({ rules: [slug], postAction: () => ({ body: { a: { slug: 1 } } }) });
// @ts-expect-error: rules are made by defineRule
defineLogic({ rules: ['slug'], postAction: { body: {} } });
// @ts-expect-error: unknown fields are refused or stripped, of an action
defineLogic({ postAction: { unknown: true, body: {} } });
// @ts-expect-error: boddy is no section
defineLogic({ postAction: { unknown: { boddy: 'strip' }, body: {} } });
// @ts-expect-error: a text is a text
defineLogic({ messages: { en: { required: 5 } }, postAction: { body: {} } });
