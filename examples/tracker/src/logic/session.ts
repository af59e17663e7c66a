import { defineLogic } from '@rest-gen/logic';

const credentials = {
  email: { required: true, string: true, length: { max: 255 } },
  password: { required: true, string: true, length: { max: 128 } },
} as const;

export default defineLogic({ postAction: { body: credentials } });
