import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  book_id: { required: true, int: true, createOnly: true },
  user_id: { int: true },
  parent_id: { int: true, nullable: true },
  stars: { required: true, int: { min: 1, max: 5 } },
  text: { required: true, string: true, length: { min: 1, max: 200 } },
  is_open: { boolean: true, default: true },
};

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
