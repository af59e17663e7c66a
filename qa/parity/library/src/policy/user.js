import { definePolicy } from '@rest-gen/router';

export default definePolicy({
  read: 'user',
  update: (user) => ({ id: user.id }),
  fields: { email: { read: (user) => user.admin || { id: user.id } } },
});
