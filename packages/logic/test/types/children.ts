import type { CustomRule } from '../../src/custom-rule.ts';
import { defineLogic } from '../../src/define-logic.ts';
import type { Fields } from '../../src/field-rules.ts';
import { partial } from '../../src/partial.ts';

declare const many: CustomRule<'many', true, 'array'>;
declare const inner: Fields;
declare const sometimes: boolean;
const author = { object: true, children: { name: { string: true } } } as const;

// Whatever makes a field a container may have children.
defineLogic({
  rules: [many],
  postAction: {
    body: {
      author,
      listed: { array: true, children: author },
      implied: { minItems: 1, children: { string: true } },
      own: { many: true, children: { int: true } },
      schemas: { array: true, children: { type: 'string' } },
      open: { array: true, children: {} },
      wide: { object: true, children: inner },
      either: { array: sometimes, children: { string: true } },
      string: { object: true, children: { string: { string: true } } },
    },
  },
  patchAction: { body: partial({ author }) },
});

// @ts-expect-error: the container is switched off
defineLogic({ postAction: { body: { a: { array: false, children: { string: true } } } } });
