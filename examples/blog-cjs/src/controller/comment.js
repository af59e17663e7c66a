const Rest = require('./rest.js');

module.exports = class Comment extends Rest {};
