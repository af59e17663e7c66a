// Everything: with the servers and the browser that are there, and with *.e2e.ts: processes, compilers, thousands of requests.
process.env.REST_GEN_TESTS = 'all';
module.exports = require('./.mocharc.cjs');
