import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  name: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
} as const;

export default defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });
