import { definePolicy } from '@rest-gen/router';
import { belongs, organization } from '../roles.js';

const ORGANIZATION = 'organization.memberships';

export default definePolicy<'project'>({
  relations: { organization },
  read: [{ is_public: true }, belongs(ORGANIZATION)],
  create: belongs(ORGANIZATION, 'owner'),
  update: belongs(ORGANIZATION, 'owner'),
  delete: belongs(ORGANIZATION, 'owner'),
});
