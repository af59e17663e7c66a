import { defineLogic } from '../../src/define-logic.ts';
import { slug, within } from './own-rules.ts';

// Names that do not exist.
// @ts-expect-error: lenght is no rule
defineLogic({ postAction: { body: { a: { string: true, lenght: 5 } } } });
// @ts-expect-error: lenght is no rule, and nothing stands beside it
defineLogic({ postAction: { body: { a: { lenght: 5 } } } });
// @ts-expect-error: boddy is no section
defineLogic({ postAction: { boddy: { a: { string: true } } } });
// @ts-expect-error: postActoin is no action
defineLogic({ postActoin: { body: {} } });
// @ts-expect-error: rule is no key
defineLogic({ rule: [slug], postAction: { body: {} } });
// @ts-expect-error: strng is no rule, in the children of an object
defineLogic({ postAction: { body: { a: { object: true, children: { b: { strng: true } } } } } });
// @ts-expect-error: strng is no rule, in the items of a list
defineLogic({ postAction: { body: { a: { array: true, children: { strng: true } } } } });
// @ts-expect-error: strng is no rule, in objects of a list
defineLogic({ postAction: { body: { array: true, children: { object: true, children: { b: { strng: true } } } } } });
// @ts-expect-error: strng is no rule, in the shared params
defineLogic({ params: { id: { strng: true } } });
// @ts-expect-error: childen is no rule, of the whole body
defineLogic({ postAction: { body: { array: true, childen: { string: true } } } });
// @ts-expect-error: strng is no rule, in what a function makes in place of an action
defineLogic({ postAction: () => ({ body: { a: { strng: true } } }) });
// @ts-expect-error: boddy is no section, in what a function makes that looks at the request
defineLogic({ postAction: (context) => ({ boddy: { a: { string: context.body !== undefined } } }) });
// @ts-expect-error: strng is no rule, in what a function makes in place of a section
defineLogic({ postAction: { body: async () => ({ a: { strng: true } }) } });
// @ts-expect-error: slug is not among the rules of this logic
defineLogic({ postAction: { body: { a: { slug: true } } } });
// @ts-expect-error: slugg is not among the rules of this logic
defineLogic({ rules: [slug], postAction: { body: { a: { slugg: true } } } });
const outside = { a: { int: true, mni: 5 } } as const;
// @ts-expect-error: mni is no rule, in a constant
defineLogic({ postAction: { body: outside } });

// Arguments of the wrong type.
// @ts-expect-error: a length is no text
defineLogic({ postAction: { body: { a: { string: true, length: '5' } } } });
// @ts-expect-error: a length has no mxa
defineLogic({ postAction: { body: { a: { length: { mxa: 5 } } } } });
// @ts-expect-error: slug takes true
defineLogic({ rules: [slug], postAction: { body: { a: { slug: 'yes' } } } });
// @ts-expect-error: within takes a number
defineLogic({ rules: [slug, within], postAction: { body: { a: { within: '5' } } } });
// @ts-expect-error: slug takes true, in children
defineLogic({ rules: [slug], postAction: { body: { array: true, children: { slug: 1 } } } });
// @ts-expect-error: slug takes true, in what a function makes
defineLogic({ rules: [slug], postAction: () => ({ body: { a: { slug: 1 } } }) });
// @ts-expect-error: rules are made by defineRule
defineLogic({ rules: ['slug'], postAction: { body: {} } });
// @ts-expect-error: unknown fields are refused or stripped
defineLogic({ unknown: 'keep', postAction: { body: {} } });
// @ts-expect-error: unknown fields are refused or stripped, of an action
defineLogic({ postAction: { unknown: true, body: {} } });
// @ts-expect-error: boddy is no section
defineLogic({ postAction: { unknown: { boddy: 'strip' }, body: {} } });
// @ts-expect-error: a text is a text
defineLogic({ messages: { en: { required: 5 } }, postAction: { body: {} } });

// Things of the wrong shape.
// @ts-expect-error: an action is an object
defineLogic({ postAction: 'body' });
// @ts-expect-error: a section is an object
defineLogic({ postAction: { body: true } });
// @ts-expect-error: a field is an object
defineLogic({ postAction: { body: { a: 'string' } } });
// @ts-expect-error: children are an object
defineLogic({ postAction: { body: { a: { object: true, children: 'b' } } } });
// @ts-expect-error: a query has fields
defineLogic({ getAction: { query: { array: true, children: { string: true } } } });
