import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  author: { required: true, string: true, email: true },
  body: { required: true, string: true, length: { min: 1, max: 2000 } },
} as const;

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
