import { definePolicy } from '@rest-gen/router';

export default definePolicy({
  read: 'everyone',
  create: (user) => user.admin || { user_id: user.id },
  delete: 'user',
});
