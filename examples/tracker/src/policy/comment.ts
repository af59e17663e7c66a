import { definePolicy } from '@rest-gen/router';
import { belongsByIssue, ofIssue } from '../roles.js';

export default definePolicy<'comment'>({
  ...ofIssue,
  create: (user) => ({ author_id: user.id, ...belongsByIssue()(user) }),
  update: (user) => ({ author_id: user.id, ...belongsByIssue()(user) }),
  delete: belongsByIssue('owner'),
});
