import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  title: { required: true, string: true, length: { min: 1, max: 80 } },
  status: { in: ['draft', 'live'], default: 'draft' },
} as const;

export default defineLogic({
  getAction: { query: { status: { in: ['draft', 'live'] } } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
