import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  id: { required: true, string: true, length: { min: 1, max: 40 }, createOnly: true },
  value: { required: true, object: true },
  version: { int: true, default: 1 },
};

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
