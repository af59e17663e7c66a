import { defineLogic } from '@rest-gen/logic';

const id = { int: { min: 1 } } as const;
const key = { required: true, ...id } as const;
const role = { in: ['owner', 'member', 'guest'] } as const;

export default defineLogic({
  params: { id },
  // In /organization/:organization_id/membership the path gives the organization.
  postAction: { body: { organization_id: key, user_id: key, role: { required: true, ...role } } },
  patchAction: { body: { role } },
});
