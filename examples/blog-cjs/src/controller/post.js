const Rest = require('./rest.js');

module.exports = class Post extends Rest {};
