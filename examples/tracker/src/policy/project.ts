import { definePolicy } from '@rest-gen/router';
import { belongs, organization, writes } from '../roles.js';

export default definePolicy<'project'>({
  relations: { organization },
  read: [{ is_public: true }, belongs('organization.memberships')],
  ...writes(belongs('organization.memberships', 'owner')),
});
