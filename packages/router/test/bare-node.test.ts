import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import supertest from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { Controller, createRestRouter, HttpError, type ModelProvider, type RestRouterOptions } from '../src/index.ts';
import { memoryModels } from './memory-models.ts';
import { keepQuiet } from './serve.ts';

const pem = (name: string) => readFileSync(new URL(`../../server/test/fixtures/${name}.pem`, import.meta.url));

const SERVERS: readonly (readonly [name: string, create: (listener: RequestListener) => Server])[] = [
  ['http', (listener) => createHttp(listener)],
  ['https', (listener) => createHttps({ key: pem('key'), cert: pem('cert') }, listener)],
];

class Post extends Rest {}
class Odd extends Controller {
  getAction() {
    if (this.id === 'throw') throw new Error('told');
    if (this.id === 'teapot') this.fail(418);
    this.res.setHeader('Vary', 'Origin');
    throw new HttpError(406, undefined, { headers: { Vary: 'Accept, origin' } });
  }
}
const body = { title: { required: true, string: true }, views: { int: true } };
const logic = defineLogic({ postAction: { body }, putAction: { body }, patchAction: { body } });

for (const [name, create] of SERVERS) {
  describe(`a router on node:${name} without Express`, () => {
    keepQuiet();
    const servers: Server[] = [];
    const serve = async (options: RestRouterOptions = {}) => {
      const model = memoryModels({ post: { id: 'integer', title: 'string', views: 'integer?' } }) as ModelProvider;
      const router = createRestRouter({
        rules: [
          ['/api/post/:id?', '/post', 'rest'],
          ['/odd/:id?', 'rest'],
          ['/any/:controller', ':1', 'rest'],
        ],
        controllers: { post: Post, odd: Odd },
        logics: { post: logic },
        model,
        ...options,
      });
      const server = create(router as unknown as RequestListener).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      // Trusts the certificate of the tests.
      const agent = name === 'https' ? supertest.agent(server, { ca: pem('cert'), rejectUnauthorized: false } as object) : supertest.agent(server); // biome-ignore format: short
      return { agent, router };
    };
    afterEach(() => {
      for (const server of servers.splice(0)) server.close();
    });

    it('adds, reads, lists, changes and deletes', async () => {
      const { agent } = await serve();
      const made = await agent.post('/api/post').send({ title: 'é' }).expect(201).expect('Location', '/api/post/1');
      expect(made.body).to.deep.equal({ id: 1, title: 'é', views: null });
      const read = await agent.get('/api/post/1').expect(200, made.body);
      await agent
        .get('/api/post/1')
        .set('If-None-Match', read.headers.etag as string)
        .expect(304);
      await agent
        .head('/api/post/1')
        .expect(200)
        .expect('ETag', read.headers.etag as string);
      for (const title of ['b', 'c']) await agent.post('/api/post').send({ title }).expect(201);
      const list = await agent.get('/api/post?pageSize=2&page=1').expect(200).expect('Vary', 'Accept');
      expect(list.headers.link).to.contain('</api/post?pageSize=2&page=2>; rel="next"');
      await agent.patch('/api/post/1').send({ views: 2 }).expect(422);
      await agent.put('/api/post/1').send({ title: 'd' }).expect(200);
      await agent.delete('/api/post/1').expect(204);
      await agent.get('/api/post/1').expect(404);
    });

    for (const [method, path, status, code, headers] of [
      ['get', '/nowhere?a=1', 404, 'E_NOT_FOUND', {}],
      ['put', '/api/post', 405, 'E_METHOD', { allow: 'GET, HEAD, QUERY, POST, OPTIONS' }],
      ['post', '/api/post', 422, 'E_VALIDATION', { vary: 'Accept-Language', 'content-language': 'en' }],
      ['get', '/odd/throw', 500, 'E_INTERNAL', {}],
      ['get', '/odd', 406, 'E_NOT_ACCEPTABLE', { vary: 'Origin, Accept' }],
    ] as const) {
      it(`answers ${method} ${path} with ${status} ${code}`, async () => {
        const { agent } = await serve();
        const response = await agent[method](path).expect(status);
        expect(response.type).to.equal('application/problem+json');
        expect(response.body).to.include({ code, status, instance: path.split('?', 1)[0] });
        expect(response.headers).to.include(headers);
      });
    }

    it('answers OPTIONS', async () => {
      const { agent } = await serve();
      await agent.options('/api/post/1').expect(204).expect('Allow', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
    });

    it('answers errors that onError passes to next()', async () => {
      const { agent } = await serve({ onError: (error, _req, _res, next) => next(error.status === 418 ? undefined : error) }); // biome-ignore format: short
      expect((await agent.get('/odd/throw').expect(500)).body).to.include({
        code: 'E_INTERNAL',
        detail: 'Error: told',
      });
      expect((await agent.get('/odd/teapot').expect(404)).body).to.include({ code: 'E_NOT_FOUND' });
      const { agent: failing } = await serve({ onError: () => { throw new Error('from onError'); } }); // biome-ignore format: short
      expect((await failing.get('/odd').expect(500)).body.detail).to.equal('Error: from onError');
    });

    it('closes the connection when onError has begun a response and calls next()', async () => {
      const onError: RestRouterOptions['onError'] = (error, _req, res, next) => {
        res.write('half');
        next(error);
      };
      const { agent } = await serve({ onError });
      const error = await agent.get('/odd').then(() => undefined, (reason: Error) => reason); // biome-ignore format: short
      expect(error).to.be.an('error');
    });

    it('runs middleware that is added after the start', async () => {
      const { agent, router } = await serve();
      expect((await agent.get('/api/post').expect(200)).headers).not.to.have.property('x-more');
      router.use((req, res, next) => {
        res.setHeader('X-More', req.originalUrl);
        if (req.url === '/fails') throw new HttpError(409, 'from a middleware');
        next();
      });
      await agent.get('/api/post?page=1').expect(200).expect('X-More', '/api/post?page=1');
      expect((await agent.get('/fails').expect(409)).body).to.include({ detail: 'from a middleware' });
      await agent.get('/nowhere').expect(404).expect('X-More', '/nowhere');
    });
  });
}
