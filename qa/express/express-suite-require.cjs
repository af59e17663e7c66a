// Puts `createServer` of @rest-gen/server in the place of Node's, for mocha's --require; express-suite.js starts it.
const http = require('node:http');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { createServer } = require(join(__dirname, '../packages/server/dist/index.js'));

const before = http.createServer;
const counts = { servers: 0, requests: 0, prepared: 0 };

http.createServer = (app, ...rest) => {
  if (typeof app !== 'function') return before(app, ...rest);
  counts.servers += 1;
  const server = createServer(app);
  if (app.request) {
    server.prependListener('request', (req, res) => {
      counts.requests += 1;
      const isPrepared = Object.getPrototypeOf(req) === app.request && Object.getPrototypeOf(res) === app.response;
      if (isPrepared) counts.prepared += 1;
    });
  }
  return server;
};

process.on('exit', () => writeFileSync(process.env.REST_GEN_SUITE_REPORT, JSON.stringify(counts)));
