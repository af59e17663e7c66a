const { defineRules } = require('@rest-gen/router');

module.exports = defineRules([
  ['/post/:id?', '/post', 'rest'],
  [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest'],
]);
