// Header fields, compression and access logs.
import zlib from 'node:zlib';
import { expect } from 'chai';
import compression from 'compression';
import cors from 'cors';
import helmet from 'helmet';
import morgan from 'morgan';
import onHeaders from 'on-headers';
import { pinoHttp } from 'pino-http';
import responseTime from 'response-time';

const HELMET = [
  ...['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'origin-agent-cluster'],
  ...['referrer-policy', 'strict-transport-security', 'x-powered-by', 'x-xss-protection'],
  ...['content-type-options', 'dns-prefetch-control', 'download-options', 'frame-options'].map((name) => `x-${name}`),
  'x-permitted-cross-domain-policies',
];

/** @type {import('../run-entry.js').Entry[]} */
export const headers = [
  {
    name: 'helmet',
    mount: () => ({ before: [helmet()] }),
    changes: HELMET,
    check: ({ answers }) => {
      for (const one of answers) expect(one.headers, one.line).to.include({ 'x-content-type-options': 'nosniff' });
      for (const one of answers) expect(one.headers, one.line).not.to.have.property('x-powered-by');
    },
  },
  {
    name: 'helmet',
    as: 'router.use',
    mount: () => ({ inside: [helmet()] }),
    changes: HELMET,
    check: async ({ ask }) => {
      expect((await ask('GET /api/post/999')).headers).to.include({ 'x-content-type-options': 'nosniff' });
      expect((await ask('GET /nothing')).headers).not.to.have.property('x-content-type-options');
    },
  },
  {
    name: 'cors',
    mount: () => ({ before: [cors({ origin: 'https://app.example', exposedHeaders: ['ETag'] })] }),
    changes: ['access-control-allow-origin', 'access-control-expose-headers', 'vary'],
    // It answers OPTIONS itself.
    sent: (line) => !line.startsWith('OPTIONS'),
    check: async ({ ask }) => {
      const from = { origin: 'https://app.example' };
      const { headers, status } = await ask('GET /api/post/999', from);
      expect(headers).to.include({ 'access-control-allow-origin': 'https://app.example' });
      expect([status, headers.vary]).to.deep.equal([404, 'Origin']);
      expect((await ask('GET /api/post', from)).headers.vary).to.match(/^Origin, Accept\b/);
      const preflight = await ask('OPTIONS /api/post/1', { ...from, 'access-control-request-method': 'PATCH' });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers['access-control-allow-methods']).to.include('PATCH');
    },
  },
  {
    name: 'compression',
    mount: () => ({ before: [compression()] }),
    changes: ['vary'],
    check: async ({ ask }) => {
      const gzip = { 'accept-encoding': 'gzip' };
      const [plain, small] = [await ask('GET /api/answer/long'), await ask('GET /api/post/999', gzip)];
      const { headers, body } = await ask('GET /api/answer/long', gzip);
      expect(headers).to.include({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(headers).not.to.have.property('content-length');
      expect(body.length).to.be.below(1_000);
      expect(zlib.gunzipSync(body).equals(plain.body)).to.equal(true);
      expect(small.headers).not.to.have.property('content-encoding');
      // The client may send back the tag of the compressed answer.
      const tag = String(headers.etag);
      expect((await ask('GET /api/answer/long', { ...gzip, 'if-none-match': tag })).status).to.equal(304);
    },
  },
  {
    name: 'compression',
    as: 'also of lines',
    mount: () => {
      const filter = (req, res) =>
        compression.filter(req, res) || String(res.getHeader('Content-Type')).startsWith('application/x-ndjson');
      return { before: [compression({ filter })] };
    },
    changes: ['vary'],
    check: async ({ ask }) => {
      const { headers, body } = await ask('GET /api/post', {
        'accept-encoding': 'gzip',
        accept: 'application/x-ndjson',
      });
      expect(headers['content-encoding']).to.equal('gzip');
      expect(String(zlib.gunzipSync(body))).to.match(/^\{"id":1,.*\}\n/);
    },
  },
  {
    name: 'morgan',
    mount: () => {
      const lines = [];
      const stream = { write: (line) => lines.push(line.trim()) };
      return { lines, before: [morgan(':method :url :status :res[content-length]', { stream })] };
    },
    check: async ({ answers, mounted: { lines } }) => {
      expect(lines).to.have.length(answers.length);
      for (const [at, { line, status, headers }] of answers.entries()) {
        const [method, path] = line.split(' ');
        expect(lines[at]).to.equal(`${method} ${path} ${status} ${headers['content-length'] ?? '-'}`);
      }
    },
  },
  {
    name: 'pino-http',
    mount: () => {
      const lines = [];
      return { lines, before: [pinoHttp({}, { write: (line) => lines.push(JSON.parse(line)) })] };
    },
    check: ({ answers, mounted: { lines } }) => {
      expect(lines.map(({ res }) => res.statusCode)).to.deep.equal(answers.map(({ status }) => status));
      for (const { msg, err, res } of lines) {
        expect(msg).to.equal(res.statusCode < 500 ? 'request completed' : 'request errored');
        if (res.statusCode >= 500) expect(err.message).to.equal('failed with status code 500');
      }
    },
  },
  {
    name: 'response-time',
    mount: () => ({ before: [responseTime()] }),
    changes: ['x-response-time'],
    check: ({ answers }) => {
      for (const one of answers) expect(one.headers['x-response-time'], one.line).to.match(/^[\d.]+ms$/);
    },
  },
  {
    name: 'on-headers',
    mount: () => ({
      before: [
        (_req, res, next) => {
          onHeaders(res, () => res.setHeader('X-Status', `${res.statusCode} ${res.getHeader('Content-Type') ?? ''}`));
          next();
        },
      ],
    }),
    changes: ['x-status'],
    check: ({ answers }) => {
      for (const { line, status, headers } of answers)
        expect(headers['x-status'], line).to.equal(`${status} ${headers['content-type'] ?? ''}`.trim());
    },
  },
];
