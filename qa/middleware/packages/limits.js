// Limits, files and proxies before and behind the router.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import timeout from 'connect-timeout';
import { rateLimit } from 'express-rate-limit';
import { slowDown } from 'express-slow-down';
import { createProxyMiddleware } from 'http-proxy-middleware';
import serveStatic from 'serve-static';
import { over, request } from '../requests.js';

const json = { 'content-type': 'application/json' };
const APP = fileURLToPath(new URL('../app/', import.meta.url));

/** @type {import('../run-entry.js').Entry[]} */
export const limits = [
  {
    name: 'express-rate-limit',
    mount: ({ HttpError }) => {
      const handler = (_req, _res, next) => next(new HttpError(429));
      const keyGenerator = (req) => req.headers['x-client'] ?? 'all';
      const limit = (req) => (req.headers['x-client'] ? 2 : 1_000);
      const options = { limit, windowMs: 60_000, standardHeaders: 'draft-8', keyGenerator, handler };
      return { before: [rateLimit(options)] };
    },
    changes: ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
    check: async ({ ask }) => {
      const client = { 'x-client': 'one' };
      for (const line of ['GET /api/post', 'GET /api/post/999'])
        expect((await ask(line, client)).headers.ratelimit).to.match(/r=/);
      const { status, headers, json: problem } = await ask('GET /api/post', client);
      expect([status, problem.code, problem.title]).to.deep.equal([429, 'E_TOO_MANY_REQUESTS', 'Too Many Requests']);
      expect(headers['content-type']).to.match(/^application\/problem\+json/);
      expect(Number(headers['retry-after'])).to.be.within(1, 60);
      expect(headers.ratelimit).to.match(/r=0/);
    },
  },
  {
    name: 'express-slow-down',
    mount: () => {
      const options = { windowMs: 60_000, delayAfter: 1, delayMs: () => 100, validate: false };
      return {
        before: [slowDown({ ...options, skip: ({ headers }) => !headers['x-client'], keyGenerator: () => 'one' })],
      };
    },
    check: async ({ ask }) => {
      const client = { ...json, 'x-client': 'one' };
      expect((await ask('GET /api/post', client)).status).to.equal(200);
      const began = performance.now();
      // The body arrives while the request waits.
      expect((await ask('POST /api/echo', client, { slow: true })).json).to.deep.equal({ slow: true });
      expect(performance.now() - began).to.be.above(95);
    },
  },
  {
    name: 'connect-timeout',
    mount: () => ({ before: [timeout('100ms')] }),
    check: async ({ ask }) => {
      const { status, json: problem } = await ask('GET /api/answer/late');
      expect([status, problem.code]).to.deep.equal([503, 'E_UNAVAILABLE']);
      // The action ends later, and its value is dropped.
      await sleep(400);
      expect((await ask('GET /api/post')).status).to.equal(200);
    },
  },
  {
    name: 'serve-static',
    as: 'before',
    mount: () => ({ before: [serveStatic(APP)] }),
    check: async ({ ask }) => expect(String((await ask('GET /app.js')).body)).to.include('createApplication'),
  },
  {
    name: 'serve-static',
    as: 'behind',
    mount: () => ({ after: [serveStatic(APP)] }),
    check: async ({ ask }) => {
      expect(String((await ask('GET /app.js')).body)).to.include('createApplication');
      expect((await ask('GET /api/app.js')).status).to.equal(404);
    },
  },
  {
    name: 'http-proxy-middleware',
    as: 'before',
    mount: async () => {
      const upstream = await startUpstream();
      return { ...upstream, before: [createProxyMiddleware({ target: upstream.url, pathFilter: '/up' })] };
    },
    check: checkUpstream,
  },
  {
    name: 'http-proxy-middleware',
    as: 'behind',
    mount: async () => {
      const upstream = await startUpstream();
      return { ...upstream, after: [createProxyMiddleware({ target: upstream.url, pathFilter: ['/up', '/api/up'] })] };
    },
    // What no rule matches goes on with its body unread, below the path of the router, too.
    check: async (running) => {
      await checkUpstream(running);
      const { json: echoed } = await running.ask('POST /api/up', json, { a: 1 });
      expect(echoed).to.deep.equal({ url: '/api/up', body: '{"a":1}' });
    },
  },
  {
    name: 'http-proxy-middleware',
    as: 'in front of the service',
    mount: () => ({}),
    changes: ['connection'],
    send: async ({ kit, port, mounted }) => {
      const front = kit.express();
      front.disable('x-powered-by');
      front.use(createProxyMiddleware({ target: `http://127.0.0.1:${port}` }));
      const server = http.createServer(front).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      mounted.close = () => new Promise((resolve) => server.close(resolve));
      return over(server.address().port);
    },
    check: ({ answers }) => expect(answers.some(({ status }) => status === 201)).to.equal(true),
  },
  {
    name: 'express-async-errors',
    only: 'express4',
    alone: true,
    prepare: async () => {
      const { createRequire } = await import('node:module');
      createRequire(new URL('../generated/express4/app.js', import.meta.url))('express-async-errors');
    },
    mount: () => ({
      before: [
        async (req) => {
          if (req.path === '/async') throw Object.assign(new Error('late'), { status: 418 });
          req.next();
        },
      ],
    }),
    check: async ({ ask }) => {
      const { status, json: problem } = await ask('GET /async');
      expect([status, problem.status]).to.deep.equal([418, 418]);
    },
  },
];

// --- internal ---

/** A server that repeats what it gets. */
async function startUpstream() {
  const server = http.createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ url: req.url, body }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

async function checkUpstream({ port }) {
  const { body } = await over(port)(request('POST /up/1', json, { a: 1 }));
  expect(JSON.parse(String(body))).to.deep.equal({ url: '/up/1', body: '{"a":1}' });
}
