import { isPlainObject } from '@rest-gen/logic/common';
import type { Part } from '../../core/contracts/part.ts';
import type { DocumentStatics } from './statics.ts';

/** `static openapi`, which the router only checks: `describe()` has it. */
export const documents: Part<DocumentStatics> = {
  name: 'documents',
  statics: {
    openapi: {
      expected: "false, or what documents say of actions: { archiveAction: { description: '…' }, purgeAction: false }",
      isValid: (value, { prototype }) =>
        value === false ||
        (isPlainObject(value) &&
          Object.entries(value).every(
            ([action, said]) =>
              typeof Reflect.get(prototype, action) === 'function' && (said === false || isPlainObject(said)),
          )),
    },
  },
};
