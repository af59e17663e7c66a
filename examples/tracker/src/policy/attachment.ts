import { definePolicy } from '@rest-gen/router';
import { belongsByIssue, ofIssue } from '../roles.js';

export default definePolicy<'attachment'>({
  ...ofIssue,
  create: (user) => ({ uploader_id: user.id, ...belongsByIssue('owner', 'member')(user) }),
  delete: [({ id }) => ({ uploader_id: id }), belongsByIssue('owner')],
});
