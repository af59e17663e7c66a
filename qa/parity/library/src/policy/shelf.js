import { definePolicy } from '@rest-gen/router';

export default definePolicy({ read: 'everyone', create: 'user', update: 'user', delete: (user) => user.admin });
