import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  title: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
  isbn: { string: true, nullable: true, length: { max: 20 } },
  status: { in: ['draft', 'live', 'gone'], default: 'draft' },
  author_id: { int: true },
  editor_id: { int: true, nullable: true },
  shelf_id: { int: true, nullable: true },
  price: { decimal: true, nullable: true },
  rating: { float: true, nullable: true },
  copies: { int: true, nullable: true },
  is_open: { boolean: true, default: true },
  published: { date: true, nullable: true },
  meta: { object: true, nullable: true },
  edit_key: { string: true, nullable: true, secret: true },
  tags: { array: true, children: { int: true } },
};

export default defineLogic({
  getAction: { query: { color: { in: ['red', 'blue'] }, sizes: { array: true, children: { int: true } } } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
  lendAction: { body: { copies: { int: { min: 0, max: 9 } } } },
});
