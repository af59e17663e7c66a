// Everything: with the servers and the browser that are there, and with the tests that start processes or compile programs (*.e2e.ts).
process.env.REST_GEN_TESTS = 'all';
module.exports = require('./.mocharc.cjs');
