import { definePolicy } from '@rest-gen/router';
import { belongs } from '../roles.js';

export default definePolicy<'organization'>({
  relations: { memberships: true },
  read: belongs('memberships'),
  create: 'user', // who becomes its owner: see the hook of the class
  update: belongs('memberships', 'owner'),
});
