import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  title: { required: true, string: true, trim: true, length: { max: 80 } },
  body: { string: true, nullable: true },
  views: { int: { min: 0 }, default: 0 },
} as const;

export default defineLogic({
  params: { id: { int: { min: 1 } } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
