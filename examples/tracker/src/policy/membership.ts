import { definePolicy } from '@rest-gen/router';
import { belongs, organization, writes } from '../roles.js';

// An owner cannot demote themselves, because `update` holds after the change, too.
export default definePolicy<'membership'>({
  relations: { organization },
  read: belongs('organization.memberships'),
  ...writes(belongs('organization.memberships', 'owner')),
});
