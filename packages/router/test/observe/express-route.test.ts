import { createServer } from 'node:http';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
import supertest from 'supertest';
import { Controller, createRestRouter, type HttpError } from '../../src/index.ts';
import { keepQuiet, MAJORS } from '../serve.ts';

class Route extends Controller {
  getAction() {
    if (this.get('id') === '13') throw new Error('no luck');
    return { route: this.req.route?.path, baseUrl: this.req.baseUrl };
  }
}
const rules = [
  ['/post/:id?', 'rest'],
  [/\/v1\/(\w+)(?:\/(\d+))?/, 'v1/:1?id=:2', 'rest'],
  [/\/a\+b\/(\d+)\.json/, 'post?id=:1', 'rest'],
  [/\/pair\/([a-z]+)(\d+)/, 'post?kind=:1&id=:2', 'rest'],
  [/\/size\/(\d+)x(\d+)/, 'post?width=:1&height=:2', 'rest'],
  [/\/odd(?=\/x)\/\w/, 'post', 'rest'],
] as const;
const options = { rules, controllers: { post: Route, 'v1/tag': Route } };

for (const [name, create] of MAJORS) {
  describe(`routes of Express (${name})`, () => {
    keepQuiet();
    const readRoute: RequestHandler = (req, res) => void res.json({ route: req.route?.path });

    for (const [path, route] of [
      ['/post/7', '/post/:id'],
      ['/post/', '/post'],
      ['/v1/tag/7', '/v1/tag/:id'],
      ['/a+b/7.json', '/a\\+b/:id.json'],
      ['/pair/x7', '/pair/:kind_id'],
      ['/size/3x4', '/size/:width\\x:height'],
      ['/odd/x', undefined],
    ]) {
      it(`${path} has the route ${route}`, async () => {
        const { body } = await supertest(create().use('/api', createRestRouter(options)))
          .get(`/api${path}`)
          .expect(200);
        expect(body).to.deep.equal({ baseUrl: '/api', ...(route && { route }) });
      });
    }

    it('a request that no rule matches has none', async () => {
      const app = create().use(createRestRouter(options)).use(readRoute);
      await supertest(app).get('/other').expect(200, {});
    });

    it('an error is answered once, also through onError', async () => {
      const seen: unknown[] = [];
      const onError = (error: HttpError, _req: unknown, _res: unknown, next: (error: unknown) => void) => next(error);
      const app = create().use(createRestRouter({ ...options, onError }));
      app.use(((error, _req, res, _next) => {
        seen.push(error.cause.message);
        res.status(500).json({});
      }) as Parameters<typeof app.use>[0] &
        ((error: HttpError & { cause: Error }, ...rest: Parameters<RequestHandler>) => void));
      await supertest(app).get('/post/13').expect(500, {});
      await supertest(create().use(createRestRouter(options)))
        .get('/post/13')
        .expect(500);
      expect(seen).to.deep.equal(['no luck']);
    });
  });
}

describe('routes of Express without Express', () => {
  it('are not set', async () => {
    const server = createServer(createRestRouter(options) as never);
    const { body } = await supertest(server).get('/post/7').expect(200);
    expect(body).to.deep.equal({});
  });
});
