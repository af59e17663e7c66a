import { definePolicy } from '@rest-gen/router';
import { belongs, issue } from '../roles.js';

const ORGANIZATION = 'issue.project.organization.memberships';

export default definePolicy<'comment'>({
  relations: { issue },
  read: [{ 'issue.project.is_public': true }, belongs(ORGANIZATION)],
  create: (user) => ({ author_id: user.id, ...belongs(ORGANIZATION)(user) }),
  update: (user) => ({ author_id: user.id, ...belongs(ORGANIZATION)(user) }),
  delete: belongs(ORGANIZATION, 'owner'),
});
