import { defineLogic } from '@rest-gen/logic';

const address = { email: { required: true, email: true, length: { max: 255 } } } as const;

const reset = {
  token: { required: true, string: true },
  password: { required: true, string: true, length: { min: 12, max: 128 } },
} as const;

const change = {
  current: { required: true, string: true, length: { max: 128 } },
  password: { required: true, string: true, length: { min: 12, max: 128 } },
} as const;

export default defineLogic({
  postAction: { body: address },
  putAction: { body: reset },
  patchAction: { body: change },
});
