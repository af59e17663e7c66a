import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  organization_id: { required: true, int: true },
  name: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
  description: { string: true, nullable: true },
  is_public: { boolean: true, default: false },
} as const;

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
