import { defineLogic, type FieldRules, partial } from '@rest-gen/logic';

const fields = {
  title: { required: true, string: true, length: { min: 1, max: 120 } },
  state: { in: ['open', 'closed'], default: 'open' },
  hours: { int: { min: 0 }, nullable: true },
} as const satisfies Record<string, FieldRules>;

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
