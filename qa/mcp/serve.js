// A service without resources, whose requests all have a user. It runs beside the suite, which is waited for.
import { parentPort } from 'node:worker_threads';
import { createMcp } from '@rest-gen/mcp';
import { createRestRouter } from '@rest-gen/router';
import express from 'express';

const router = createRestRouter({ rules: [], controllers: {}, policies: {}, user: () => ({ id: 1 }), log: false });
const server = express()
  .use('/mcp', createMcp(router))
  .listen(0, '127.0.0.1', () => parentPort.postMessage(`http://127.0.0.1:${server.address().port}/mcp`));
