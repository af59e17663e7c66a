import { defineLogic, partial } from '@rest-gen/logic';

const fields = { value: { int: true, default: 0 }, name: { string: true, nullable: true, length: { max: 40 } } };

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
