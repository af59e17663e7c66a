import { defineLogic, partial } from '@rest-gen/logic';

// In /project/:project_id/issue the path gives the project; the policy says who the reporter is.
const fields = {
  project_id: { required: true, int: true, createOnly: true },
  title: { required: true, string: true, trim: true, length: { min: 1, max: 120 } },
  body: { string: true, nullable: true },
  status: { in: ['open', 'doing', 'done'], default: 'open' },
  priority: { int: { min: 1, max: 4 }, default: 3 },
  assignee_id: { int: true, nullable: true },
  due_date: { date: true, nullable: true },
  estimate: { decimal: true, nullable: true },
  labels: { array: true, children: { int: true } },
} as const;

export default defineLogic({
  postAction: { body: fields },
  patchAction: { body: partial(fields) },
  archiveAction: { body: { reason: { string: true, trim: true, length: { max: 200 } } } },
});
