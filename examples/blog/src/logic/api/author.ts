import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  name: { required: true, string: true, length: { max: 40 } },
} as const;

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
