import { definePolicy } from '@rest-gen/router';
import { belongs, organization } from '../roles.js';

const ORGANIZATION = 'organization.memberships';

// An owner cannot demote themselves, because `update` holds after the change, too.
export default definePolicy<'membership'>({
  relations: { organization },
  read: belongs(ORGANIZATION),
  create: belongs(ORGANIZATION, 'owner'),
  update: belongs(ORGANIZATION, 'owner'),
  delete: belongs(ORGANIZATION, 'owner'),
});
