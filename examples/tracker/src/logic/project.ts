import { defineLogic, partial } from '@rest-gen/logic';

const id = { int: { min: 1 } } as const;

const fields = {
  organization_id: { required: true, ...id },
  name: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
  description: { string: true, nullable: true },
  is_public: { boolean: true, default: false },
} as const;

export default defineLogic({
  params: { id },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
