import { defineLogic, partial } from '@rest-gen/logic';

const id = { int: { min: 1 } } as const;

const fields = {
  body: { required: true, string: true, trim: true, length: { min: 1, max: 10_000 } },
} as const;

export default defineLogic({
  params: { id },
  // In /issue/:issue_id/comment the path gives the issue; the policy says who the author is.
  postAction: { body: { issue_id: { required: true, ...id }, ...fields } },
  patchAction: { body: partial(fields) },
});
