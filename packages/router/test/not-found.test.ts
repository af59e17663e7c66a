import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
import supertest from 'supertest';
import { createRestRouter } from '../../inspect/test/create-router.ts';
import { requestError } from '../src/core/errors.ts';
import { Controller, HttpError, type RestRouterOptions } from '../src/index.ts';
import { keepQuiet, MAJORS } from './serve.ts';

class Post extends Controller {
  getAction() {
    return { id: this.id ?? null };
  }
}
const options: RestRouterOptions = { rules: [['/post/:id(\\d+)?', '/post', 'rest']], controllers: { post: Post } };
// biome-ignore format: a table
const TRIED = [
  { rule: '1', text: "['/post/:id(\\\\d+)?', '/post', 'rest']", result: 'no match', reason: 'needs a digit for ":id" at "x"' },
];
const ERROR = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  detail: 'There is nothing at this address.',
  code: 'E_NOT_FOUND',
};

for (const [name, create] of MAJORS) {
  describe(`router.notFound (${name})`, () => {
    keepQuiet();
    const serve = (given: RestRouterOptions = options, mount = '/') => {
      const app = create();
      const router = createRestRouter(given);
      app.use(mount, router);
      app.get('/plain', ((_, res) => void res.send('plain')) as RequestHandler);
      app.use(router.notFound);
      return supertest(app);
    };

    it('answers 404 with the result of each rule and a hint', async () => {
      const { body } = await serve()
        .get('/post/x?y')
        .expect(404)
        .expect('Content-Type', /^application\/problem\+json/);
      expect(body).to.deep.equal({ ...ERROR, instance: '/post/x', hint: 'Rule 1 matches /post/1.', tried: TRIED });
    });

    it('does not affect requests that rules or handlers answer', async () => {
      await serve().get('/post/1').expect(200, { id: '1' });
      await serve().get('/plain').expect(200, 'plain');
    });

    it('omits the rules in production', async () => {
      process.env.NODE_ENV = 'production';
      const agent = serve();
      process.env.NODE_ENV = 'test';
      const { body } = await agent.get('/post/x').expect(404);
      expect(body).to.deep.equal({ ...ERROR, instance: '/post/x' });
    });

    it('explains the path below the mount path, and includes the mount path in hints', async () => {
      const { body } = await serve(options, '/api').get('/api/post/x').expect(404);
      expect(body).to.deep.include({ instance: '/api/post/x', hint: 'Rule 1 matches /api/post/1.', tried: TRIED });
    });

    it('reports that a request did not reach the router', async () => {
      const { body } = await serve(options, '/api').get('/post/1').expect(404);
      expect(body.hint).to.match(/^Rule 1 matches this path, but the request did not reach the router/);
    });

    it('answers HEAD without a body', async () => {
      const { headers, text } = await serve().head('/none').expect(404);
      expect(Number(headers['content-length'])).to.be.greaterThan(0);
      expect(text ?? '').to.equal('');
    });

    it('leaves OPTIONS to Express', async () => {
      await serve().options('/plain').expect(200).expect('Allow', /GET/);
      await serve().options('/none').expect(404);
      await serve().options('/post').expect(204).expect('Allow', 'GET, HEAD, OPTIONS');
    });

    it('passes the error to onError', async () => {
      const agent = serve({
        ...options,
        onError: (error, _req, res) => void res.status(error.status).json(error.code),
      });
      await agent.get('/none').expect(404, '"E_NOT_FOUND"');
    });

    it('does nothing after a response', async () => {
      const app = create();
      const { notFound } = createRestRouter(options);
      app.use(((_req, res, next) => {
        res.send('done');
        next();
      }) as RequestHandler);
      app.use(notFound);
      await supertest(app).get('/none').expect(200, 'done');
    });
  });

  describe(`errors of methods (${name})`, () => {
    keepQuiet();
    it('have the result of each rule and a hint', async () => {
      const app = create().use('/api', createRestRouter(options));
      const { body } = await supertest(app).delete('/api/post/1').expect(405).expect('Allow', 'GET, HEAD, OPTIONS');
      expect(body).to.deep.include({ code: 'E_METHOD', hint: 'Write deleteAction() in the controller "post".' });
      expect(body.tried).to.deep.equal([{ rule: '1', text: TRIED[0]?.text, result: 'matched' }]);
    });

    it('omit the rules in production', async () => {
      process.env.NODE_ENV = 'production';
      const app = create().use(createRestRouter(options));
      process.env.NODE_ENV = 'test';
      const { body } = await supertest(app).delete('/post/1').expect(405).expect('Allow', 'GET, HEAD, OPTIONS');
      expect(body).not.to.have.any.keys('hint', 'tried');
    });
  });
}

describe('a router without Express', () => {
  keepQuiet();

  it('answers 404 when no rule matches, also to OPTIONS', async () => {
    const server = createServer(createRestRouter(options) as unknown as RequestListener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { body } = await supertest(server).get('/post/x').expect(404);
    expect(body).to.deep.equal({ ...ERROR, instance: '/post/x', hint: 'Rule 1 matches /post/1.', tried: TRIED });
    await supertest(server).options('/none').expect(404);
    server.close();
  });
});

for (const [name, create] of MAJORS) {
  describe(`router.errors (${name})`, () => {
    keepQuiet();
    const serve = (error: unknown, given: RestRouterOptions = options) => {
      const app = create();
      const router = createRestRouter(given);
      app.use('/post', ((_req, _res, next) => next(error)) as RequestHandler);
      app.use('/began', ((_req, res, next) => {
        res.write('a');
        next(error);
      }) as RequestHandler);
      app.get('/plain/:name', ((_, res) => void res.send('plain')) as RequestHandler);
      app.use(router, router.notFound, router.errors);
      return supertest(app);
    };

    for (const [what, error, status, code] of [
      ['an error made to be shown', Object.assign(new Error('No.'), { status: 403, expose: true }), 403, 'E_FORBIDDEN'],
      ['an error of the router', requestError('E_CONFLICT'), 409, 'E_CONFLICT'],
      ['a status alone', Object.assign(new Error('secret'), { status: 404 }), 404, 'E_NOT_FOUND'],
      [
        'a status of a server',
        Object.assign(new Error('secret'), { statusCode: 503, expose: false }),
        503,
        'E_UNAVAILABLE',
      ],
      [
        'a word for a status beside the number',
        Object.assign(new Error('secret'), { status: 'fail', statusCode: 404 }),
        404,
        'E_NOT_FOUND',
      ],
      ['an object', { status: 401, message: 'secret' }, 401, 'E_UNAUTHORIZED'],
      [
        'an object made to be shown without a text',
        { status: 409, expose: true, message: { a: 1 } },
        409,
        'E_CONFLICT',
      ],
      ['two statuses', Object.assign(new Error('secret'), { status: 404, statusCode: 401 }), 500, 'E_INTERNAL'],
      ['a status that is no error', Object.assign(new Error('secret'), { status: 200 }), 500, 'E_INTERNAL'],
      ['any other error', new TypeError('secret'), 500, 'E_INTERNAL'],
    ] as const) {
      it(`answers ${what} of a middleware with a problem document`, async () => {
        const agent = serve(error);
        const { body, text } = await agent
          .get('/post/1')
          .expect(status)
          .expect('Content-Type', /^application\/problem\+json/);
        expect(body).to.include({ type: 'about:blank', status, code, instance: '/post/1' });
        if (status < 500) expect(body.detail).to.be.a('string').that.does.not.contain('secret');
        const { headers } = await agent.head('/post/1').expect(status);
        expect(headers['content-length']).to.equal(String(Buffer.byteLength(text)));
      });
    }

    it('sends the header fields of an error that belong to its status, and no others', async () => {
      const headers = { 'Retry-After': 7, 'RateLimit-Limit': '10', 'RateLimit-Reset': undefined, 'Set-Cookie': 'a=b' };
      const { headers: sent } = await serve(Object.assign(new Error('secret'), { status: 429, headers }))
        .get('/post/1')
        .expect(429);
      expect(sent)
        .to.include({ 'retry-after': '7', 'ratelimit-limit': '10' })
        .and.not.to.have.any.keys('set-cookie', 'ratelimit-reset');
    });

    it('answers errors of Express itself', async () => {
      const { body } = await serve(undefined).get('/plain/%ff').expect(400);
      expect(body.code).to.equal('E_BAD_ESCAPE');
    });

    it('passes errors to onError', async () => {
      const onError: RestRouterOptions['onError'] = ({ code }, _req, res) => void res.status(418).json({ code });
      await serve(new Error('x'), { ...options, onError })
        .get('/post/1')
        .expect(418, { code: 'E_INTERNAL' });
    });

    it('answers with what onError returns', async () => {
      const give = ({ cause, code }: HttpError) =>
        code === 'E_INTERNAL' ? new HttpError(403, (cause as Error).message) : undefined;
      const own = (error: HttpError) => give(error) ?? error;
      for (const onError of [own, async (error: HttpError) => own(error)]) {
        const agent = serve(new Error('Not yours'), { ...options, onError });
        const { body } = await agent
          .get('/post/1')
          .expect(403)
          .expect('Content-Type', /^application.problem/);
        expect(body).to.include({ code: 'E_FORBIDDEN', detail: 'Not yours' });
        expect((await agent.get('/none').expect(404)).body.code).to.equal('E_NOT_FOUND');
      }
    });

    it('answers with the error of another library that onError returns', async () => {
      for (const [error, status, code] of [
        [Object.assign(new Error('Taken'), { status: 409, expose: true }), 409, 'E_CONFLICT'],
        [new Error('secret'), 500, 'E_INTERNAL'],
      ] as const) {
        const { body } = await serve(new Error('x'), { ...options, onError: () => error })
          .get('/post/1')
          .expect(status);
        expect(body.code).to.equal(code);
      }
    });

    it('closes the connection of a response that has begun', async () => {
      const failure = await serve(new Error('x'))
        .get('/began')
        .then(
          () => undefined,
          (reason: Error) => reason,
        );
      expect(failure?.message).to.match(/aborted|hang up/);
    });
  });
}
