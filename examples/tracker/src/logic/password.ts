import { defineLogic } from '@rest-gen/logic';

const password = { required: true, string: true, length: { min: 12, max: 128 } } as const;

const address = { email: { required: true, email: true, length: { max: 255 } } } as const;

const reset = { token: { required: true, string: true }, password } as const;

const change = { current: { required: true, string: true, length: { max: 128 } }, password } as const;

export default defineLogic({
  postAction: { body: address },
  putAction: { body: reset },
  patchAction: { body: change },
});
