import { definePolicy } from '@rest-gen/router';

// A rule is 'everyone', 'user' (all who are signed in), 'nobody', a filter of the records, or a function of the user
// that returns a filter. An operation that is left out is for nobody.
export default definePolicy<'issue'>({
  read: 'everyone',
  // Sets the column of a new record where it is left out.
  create: (user) => ({ owner_id: user.id }),
  update: (user) => ({ owner_id: user.id }),
  delete: (user) => ({ owner_id: user.id }),
});
