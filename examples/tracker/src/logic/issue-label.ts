import { defineLogic } from '@rest-gen/logic';

const id = { int: { min: 1 } } as const;

export default defineLogic({
  params: { id },
  // In /issue/:issue_id/label the path gives the issue.
  postAction: { body: { issue_id: { required: true, ...id }, label_id: { required: true, ...id } } },
});
