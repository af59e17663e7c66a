import { defineLogic, partial } from '@rest-gen/logic';

// In /issue/:issue_id/comment the path gives the issue; the policy says who the author is.
const fields = {
  issue_id: { required: true, int: true, createOnly: true },
  body: { required: true, string: true, trim: true, length: { min: 1, max: 10_000 } },
} as const;

export default defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });
