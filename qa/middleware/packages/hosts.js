// What runs the application without a server, and test tools.
import serverlessExpress from '@codegenie/serverless-express';
import { expect } from 'chai';
import inject from 'light-my-request';
import pactum from 'pactum';
import serverless from 'serverless-http';
import supertest from 'supertest';

const hasFirst = ({ answers }) => expect(answers.filter(({ status }) => status === 201)).to.have.length.greaterThan(1);

/** Ask another service in an action. */
const askOther = (req, _res, next) => {
  req.answer = async () => (await fetch('http://upstream.test/rate')).json();
  next();
};

/** @type {import('../run-entry.js').Entry[]} */
export const hosts = [
  {
    name: 'serverless-http',
    mount: () => ({}),
    send: ({ app }) => {
      const handler = serverless(app, { binary: ['*/*'] });
      return async (sent) => toAnswer(await handler(toEvent(sent), {}));
    },
    check: hasFirst,
  },
  {
    name: '@codegenie/serverless-express',
    mount: () => ({}),
    send: ({ app }) => {
      const handler = serverlessExpress({ app, binarySettings: { isBinary: true } });
      return async (sent) => toAnswer(await handler(toEvent(sent), {}));
    },
    check: hasFirst,
  },
  {
    name: 'light-my-request',
    // It changes the prototypes of Express: a server of the same process hangs, with Express alone, too.
    alone: true,
    mount: () => ({}),
    send:
      ({ app }) =>
      async ({ method, path, headers, body }) => {
        const response = await inject(app, { method, url: path, headers, payload: body });
        return { status: response.statusCode, headers: response.headers, body: response.rawPayload };
      },
    check: hasFirst,
  },
  {
    name: 'supertest',
    mount: () => ({}),
    // Its agents have a method `query` of another meaning.
    sent: (line) => !line.startsWith('QUERY'),
    send:
      ({ app }) =>
      async ({ method, path, headers, body }) => {
        const response = await supertest(app)
          [method.toLowerCase()](path)
          .set(headers)
          .serialize((one) => one)
          .buffer(true)
          .parse(readBytes)
          .send(body);
        return {
          status: response.status,
          headers: response.headers,
          body: method === 'HEAD' ? Buffer.alloc(0) : response.body,
        };
      },
    check: async ({ app }) => {
      await supertest(app)
        .post('/api/post')
        .send({ body: 7 })
        .expect(422)
        .expect('Content-Type', /problem\+json/);
    },
  },
  {
    name: 'pactum',
    mount: () => ({}),
    check: async ({ port }) => {
      const url = `http://127.0.0.1:${port}/api/post`;
      const id = await pactum.spec().post(url).withJson({ title: 'By pactum' }).expectStatus(201).returns('id');
      await pactum.spec().get(`${url}/${id}`).expectStatus(200).expectJsonLike({ title: 'By pactum' });
      await pactum
        .spec()
        .patch(`${url}/${id}`)
        .withJson({ title: 7 })
        .expectStatus(422)
        .expectHeaderContains('content-type', 'application/problem+json')
        .expectJsonLike({ code: 'E_VALIDATION', errors: [{ pointer: '/title' }] });
      await pactum.spec().delete(`${url}/${id}`).expectStatus(204).expectBody('');
    },
  },
  {
    name: 'nock',
    // It replaces functions of `node:http` as it is loaded.
    alone: true,
    mount: async () => {
      const { default: nock } = await import('nock');
      nock.enableNetConnect('127.0.0.1');
      nock('http://upstream.test').get('/rate').reply(200, { rate: 7 });
      return { before: [askOther], close: () => nock.restore() };
    },
    check: async ({ ask }) => expect((await ask('GET /api/answer/thing')).json).to.deep.equal({ rate: 7 }),
  },
  {
    name: 'msw',
    alone: true,
    mount: async () => {
      const { http: mocked, HttpResponse } = await import('msw');
      const { setupServer } = await import('msw/node');
      const server = setupServer(mocked.get('http://upstream.test/rate', () => HttpResponse.json({ rate: 7 })));
      server.listen({ onUnhandledRequest: 'bypass' });
      return { before: [askOther], close: () => server.close() };
    },
    check: async ({ ask }) => expect((await ask('GET /api/answer/thing')).json).to.deep.equal({ rate: 7 }),
  },
];

// --- internal ---

/** An event of an HTTP API of API Gateway, payload 2.0. */
function toEvent({ method, path, headers, body }) {
  const [rawPath, rawQueryString = ''] = path.split('?');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: { host: 'api.example', ...headers },
    requestContext: { http: { method, path: rawPath, sourceIp: '127.0.0.1', protocol: 'HTTP/1.1' }, stage: '$default' },
    body: body === undefined ? undefined : Buffer.from(body).toString('base64'),
    isBase64Encoded: body !== undefined,
  };
}

function toAnswer({ statusCode, headers, multiValueHeaders, body, isBase64Encoded }) {
  const fields = Object.entries({ ...headers, ...multiValueHeaders }).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return { status: statusCode, headers: Object.fromEntries(fields), body: bytes };
}

function readBytes(response, done) {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks)));
}
