import { definePolicy } from '@rest-gen/router';

export default definePolicy({ read: 'everyone', create: 'user', delete: (user) => user.admin });
