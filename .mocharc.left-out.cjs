// What `pnpm test` leaves out: tests of servers and of the browser, and those of *.e2e.ts: processes, compilers, thousands of requests.
// REST_GEN_PARTS selects parts: policies, sqlite, postgres, mysql, others.
process.env.REST_GEN_TESTS = 'left-out';
module.exports = require('./.mocharc.cjs');
