// Metrics, traces and lists of routes.
import { expect } from 'chai';
import listEndpoints from 'express-list-endpoints';
import prometheus from 'prom-client';

const spans = () => globalThis.restGenSpans;

/** @type {import('../run-entry.js').Entry[]} */
export const watching = [
  {
    name: 'prom-client',
    mount: () => {
      const register = new prometheus.Registry();
      const histogram = new prometheus.Histogram({
        name: 'http_seconds',
        help: 'Seconds of requests',
        labelNames: ['method', 'route', 'status'],
        registers: [register],
      });
      const observe = (req, res, next) => {
        const end = histogram.startTimer({ method: req.method });
        res.on('finish', () => {
          const route = req.route ? req.baseUrl + req.route.path : 'none';
          end({ route, status: res.statusCode });
        });
        next();
      };
      return { register, before: [observe] };
    },
    check: async ({ mounted: { register } }) => {
      const text = await register.metrics();
      for (const [method, route, status] of [
        ['GET', '/api/post', 200],
        ['GET', '/api/post/:id', 304],
        ['POST', '/api/post', 422],
        ['POST', '/api/post/:id/publish', 200],
        ['GET', '/api/answer/:id', 500],
        ['GET', 'none', 404],
      ])
        expect(text).to.include(`http_seconds_count{method="${method}",route="${route}",status="${status}"}`);
      expect(text).not.to.match(/route="\/api\/(?:post|answer)\/(?!:id)/);
    },
  },
  {
    name: '@opentelemetry/sdk-node',
    alone: true,
    prepare: async (major) => {
      const { NodeSDK, tracing } = await import('@opentelemetry/sdk-node');
      const { ExpressInstrumentation } = await import('@opentelemetry/instrumentation-express');
      const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http');
      const exporter = new tracing.InMemorySpanExporter();
      const sdk = new NodeSDK({
        spanProcessors: [new tracing.SimpleSpanProcessor(exporter)],
        instrumentations: [new HttpInstrumentation(), new ExpressInstrumentation()],
        resourceDetectors: [],
      });
      sdk.start();
      globalThis.restGenSpans = exporter;
      await loadExpress(major);
    },
    mount: () => ({}),
    check: async ({ ask }) => {
      spans().reset();
      for (const line of ['GET /api/post', 'GET /api/post/999', 'GET /api/answer/broken']) await ask(line);
      const served = spans()
        .getFinishedSpans()
        .filter(({ kind, attributes }) => kind === 1 && attributes['http.route'] !== undefined);
      expect(served.map(({ name }) => name)).to.deep.equal([
        'GET /api/post',
        'GET /api/post/:id',
        'GET /api/answer/:id',
      ]);
      const errors = spans()
        .getFinishedSpans()
        .flatMap(({ events }) => events.map(({ attributes }) => attributes['exception.message']));
      expect(new Set(errors)).to.deep.equal(new Set(['no luck']));
    },
  },
  {
    name: '@sentry/node',
    alone: true,
    flags: ['--import', './sentry.js'],
    mount: () => ({ errors: [globalThis.restGenSentry.Sentry.expressErrorHandler()] }),
    check: async () => {
      const { Sentry, events } = globalThis.restGenSentry;
      await Sentry.flush(1_000);
      // Once, and no other: 404, 409 and 422 are none.
      const errors = events.flatMap(({ exception }) => exception?.values?.map(({ value }) => value) ?? []);
      expect(errors).to.deep.equal(['no luck']);
    },
  },
  {
    name: 'express-list-endpoints',
    mount: () => ({}),
    check: ({ app, router, kit }) => {
      app.get('/own/:id', (_req, res) => res.json({}));
      expect(listEndpoints(kit.major === 'express' ? app.router : app).map(({ path }) => path)).to.deep.equal([
        '/own/:id',
      ]);
      const rows = router.routes();
      expect(rows.map(({ controller }) => controller)).to.include.members(['post', 'form', 'answer']);
    },
  },
];

// --- internal ---

/** Load Express with `require`, where tracers replace its functions. */
async function loadExpress(major) {
  const { createRequire } = await import('node:module');
  createRequire(new URL(`../generated/${major}/app.js`, import.meta.url))('express');
}
