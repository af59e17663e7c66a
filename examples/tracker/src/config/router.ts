import { defineRules } from '@rest-gen/router';

export default defineRules([
  ['/organization/:id?', 'rest'],
  ['/organization/:organization_id/membership/:id?', '/membership', 'rest'],
  ['/project/:id?', 'rest'],
  ['/project/:project_id/issue/:id?', '/issue', 'rest'],
  ['/user/verification', 'user#verification', 'rest'],
  ['/user/:id?', 'rest'],
  ['/session', 'rest'],
  ['/password', 'rest'],
  ['/token/:id?', 'rest'],
  ['/issue/:id/archive', 'issue#archive', 'rest'],
  ['/issue/:id/restore', 'issue#restore', 'rest'],
  ['/issue/:id?', 'rest'],
  ['/issue/:issue_id/comment/:id?', '/comment', 'rest'],
  ['/issue/:issue_id/attachment/:id?', '/attachment', 'rest'],
  ['/attachment/:id/file', '/attachment-file', 'rest'],
  ['/issue/:issue_id/audit/:id?', '/audit', 'rest'],
  ['/comment/:id?', 'rest'],
  ['/label/:id?', 'rest'],
]);
