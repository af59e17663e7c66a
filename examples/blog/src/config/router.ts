import { defineRules } from '@rest-gen/router';

export default defineRules([
  // Tried in written order: the first match wins.
  ['/post/:id?', 'rest'],
  [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
  [/\/v1\/user(?:\/(\d+))?/, 'v1/user?id=:1', 'rest'],
  [/\/v2\/user(?:\/(\d+))?/, 'v2/user?id=:1', 'rest'],
  [/\/doc(?:\/(\w+))?/, 'doc?id=:1', 'rest'],
  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest'],
]);
