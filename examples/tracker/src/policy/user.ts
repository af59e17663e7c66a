import { definePolicy } from '@rest-gen/router';
import { belongs, organization } from '../roles.js';

export default definePolicy<'user'>({
  relations: { memberships: { include: { organization } } },
  read: 'user',
  create: 'everyone', // signs up: see the class
  update: ({ id }) => ({ id }),
  fields: {
    // The user, and the owners of their organizations.
    email: { read: [({ id }) => ({ id }), belongs('memberships.organization.memberships', 'owner')] },
  },
});
