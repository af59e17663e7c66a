import { definePolicy } from '@rest-gen/router';
import { belongs, issue } from '../roles.js';

const ORGANIZATION = 'issue.project.organization.memberships';

export default definePolicy<'issue_label'>({
  relations: { issue },
  read: [{ 'issue.project.is_public': true }, belongs(ORGANIZATION)],
  create: belongs(ORGANIZATION, 'owner', 'member'),
  delete: belongs(ORGANIZATION, 'owner', 'member'),
});
