import { definePolicy } from '@rest-gen/router';
import { belongs, project } from '../roles.js';

const ORGANIZATION = 'project.organization.memberships';

export default definePolicy<'issue'>({
  relations: { project },
  read: [{ 'project.is_public': true }, belongs(ORGANIZATION)],
  create: (user) => ({ reporter_id: user.id, ...belongs(ORGANIZATION, 'owner', 'member')(user) }),
  update: belongs(ORGANIZATION, 'owner', 'member'),
  delete: belongs(ORGANIZATION, 'owner'),
});
