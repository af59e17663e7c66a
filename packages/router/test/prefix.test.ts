import { once } from 'node:events';
import { createServer, request as proxied, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenApi } from '@rest-gen/openapi';
import { expect } from 'chai';
import supertest from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { createModels, sql } from '../../model/src/index.ts';
import { createRestRouter } from '../src/index.ts';
import { keepQuiet, MAJORS } from './serve.ts';

class Post extends Rest {
  static include = { comments: { max: 1 } };
}
class Comment extends Rest {}

const TABLES = [
  'create table post (id integer primary key, title text)',
  'create table comment (id integer primary key, post_id integer references post(id))',
  "insert into post (title) values ('One'), ('Two')",
  'insert into comment (post_id) values (1), (1)',
];

for (const [major, create] of MAJORS) {
  describe(`behind a proxy that strips a prefix (${major})`, () => {
    keepQuiet();
    let server: Server;
    let proxy: Server;
    const models = createModels('sqlite::memory:');
    before(async () => {
      for (const statement of TABLES) await sql.raw(statement).execute(models.kysely);
    });
    afterEach(() => {
      for (const one of [server, proxy]) one?.close();
    });
    after(() => models.close());

    const make = (prefix: string) =>
      createRestRouter({
        prefix,
        rules: [
          ['/post/:id?', 'rest'],
          ['/comment/:id?', 'rest'],
        ],
        controllers: { post: Post, comment: Comment },
        model: models,
        log: false,
      });

    /** `/api/post` → `/v1/post` of the service, as nginx, Traefik and Vite do. */
    async function open(prefix: string, trust: string | false, sent = '/api/'): Promise<ReturnType<typeof supertest>> {
      const router = make(prefix);
      await router.ready;
      const app = create().set('trust proxy', trust);
      app.use('/v1', router, router.notFound, router.errors);
      server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      proxy = createServer((req, res) => {
        const path = `/v1${req.url?.replace(/^\/api\/v1/, '')}`;
        const headers = { ...req.headers, 'x-forwarded-prefix': sent };
        const up = proxied({ port, host: '127.0.0.1', path, method: req.method, headers }, (answer) => {
          res.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(res);
        });
        req.pipe(up);
      }).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      return supertest(proxy);
    }

    for (const [prefix, trust] of [
      ['/api', false],
      ['x-forwarded-prefix', 'loopback'],
    ] as const) {
      it(`${prefix}: stands before every address of an answer`, async () => {
        const agent = await open(prefix, trust);
        const list = await agent.get('/api/v1/post?pageSize=1').expect(200);
        const next = /<([^>]+)>; rel="next"/.exec(list.get('Link') ?? '')?.[1] ?? '';
        expect(next).to.match(/^\/api\/v1\/post\?/);
        expect((await agent.get(next).expect(200)).body[0].title).to.equal('Two');
        const { body } = await agent.get('/api/v1/post/1?include=comments').expect(200);
        expect(body.comments_next).to.match(/^\/api\/v1\/comment\?/);
        expect((await agent.get(body.comments_next).expect(200)).body).to.have.length(1);
        for (const path of ['/api/v1/post/99', '/api/v1/nothing'])
          expect((await agent.get(path).expect(404)).body.instance).to.equal(path);
      });
    }

    for (const [why, trust, sent] of [
      ['no proxy is trusted', false, '/api'],
      ['it names a host', 'loopback', '//evil.example'],
      ['it is no path', 'loopback', '/a b'],
      ['it is two', 'loopback', '/a, /b'],
    ] as const) {
      it(`x-forwarded-prefix does not count where ${why}`, async () => {
        const agent = await open('x-forwarded-prefix', trust, sent);
        const { headers } = await agent.get('/api/v1/post?pageSize=1').expect(200);
        expect(headers.link).to.match(/^<\/v1\/post\?/);
      });
    }

    it('is the server of documents', async () => {
      const info = { title: 'x', version: '1' };
      for (const prefix of ['/api', '/api/']) {
        expect((await createOpenApi(make(prefix), { info })).servers).to.deep.equal([{ url: '/api' }]);
      }
      expect((await createOpenApi(make('x-forwarded-prefix'), { info })).servers).to.deep.equal([{ url: '/' }]);
    });
  });
}

describe('the option prefix', () => {
  for (const prefix of ['api', '//api', '/a b', 'x-prefix', ''])
    it(`refuses ${JSON.stringify(prefix)}`, () =>
      expect(() => createRestRouter({ prefix, rules: [], controllers: {} })).to.throw('E_OPTION'));
});
