import { definePolicy } from '@rest-gen/router';

// Users see and end their own sessions and API tokens; what is mailed is for nobody.
export default definePolicy<'token'>({
  always: (user) => ({ user_id: user.id, kind: ['session', 'api'] }),
  read: 'user',
  create: 'user',
  delete: 'user',
});
