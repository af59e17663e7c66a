import { defineLogic, partial } from '@rest-gen/logic';

// In /organization/:organization_id/membership the path gives the organization.
const fields = {
  organization_id: { required: true, int: true, createOnly: true },
  user_id: { required: true, int: true, createOnly: true },
  role: { required: true, in: ['owner', 'member', 'guest'] },
} as const;

export default defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });
