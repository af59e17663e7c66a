import { defineLogic, type FieldRules, validate } from '@rest-gen/logic';

const fields = {
  title: { required: true, string: true },
} as const satisfies Record<string, FieldRules>;

// @ts-expect-error 'strng' does not exist in type 'FieldRules'. Did you mean to write 'string'?
export const wrong = { title: { strng: true } } as const satisfies Record<string, FieldRules>;

const logic = defineLogic({ postAction: { body: fields } });
console.log((await validate(logic, 'postAction', { body: { title: 'Hello' } })).body); // → { title: 'Hello' }
