import { defineLogic, partial } from '@rest-gen/logic';

const fields = { name: { required: true, string: true, lowercase: true, length: { min: 1, max: 40 } } };

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
