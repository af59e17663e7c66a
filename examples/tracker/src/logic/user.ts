import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  name: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
  email: { required: true, email: true, length: { max: 255 } },
} as const;

export default defineLogic({ patchAction: { body: partial(fields) } });
