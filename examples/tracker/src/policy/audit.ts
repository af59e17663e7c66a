import { definePolicy } from '@rest-gen/router';
import { belongs, project } from '../roles.js';

export default definePolicy<'audit'>({
  relations: { issue: { key: 'issue_id', include: { project } } },
  read: belongs('issue.project.organization.memberships', 'owner', 'member'),
});
