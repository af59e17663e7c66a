import { defineRules } from '@rest-gen/router';

export default defineRules([
  ['/organization/:id?', 'rest'],
  ['/organization/:organization_id/membership/:id?', '/membership', 'rest'],
  ['/project/:id?', 'rest'],
  ['/project/:project_id/issue/:id?', '/issue', 'rest'],
  ['/user/:id?', 'rest'],
  ['/issue/:id?', 'rest'],
  ['/issue/:issue_id/comment/:id?', '/comment', 'rest'],
  ['/comment/:id?', 'rest'],
  ['/issue/:issue_id/label/:id?', '/issue-label', 'rest'],
  ['/label/:id?', 'rest'],
]);
