import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  item_id: { required: true, int: { min: 1 } },
  item_type: { required: true, in: ['book', 'shelf'] },
  text: { required: true, string: true, trim: true, length: { min: 1, max: 100 } },
  data: { base64: true, nullable: true },
  due_at: { date: true, nullable: true },
  owner_id: { int: true, nullable: true },
  is_approved: { boolean: true, default: false },
};

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
