import { STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createRestRouter, DataError, type ModelProvider, REQUEST_CODES } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import Rest from '../../../../test/fixture/rest.ts';
import { keepQuiet, MAJORS } from '../../../router/test/serve.ts';
import { createDocs } from '../../src/docs/create-docs.ts';
import type { Documented } from '../../src/docs/options.ts';
import { get } from './raw-get.ts';
import { INFO, type Mount, type Served, serve, serveBlog } from './serve-docs.ts';

const atDocs: Mount = (app, docs, router) => {
  app.use('/docs', docs);
  app.use(router);
};

const MOUNTS: readonly (readonly [what: string, path: string, mount: Mount])[] = [
  ['below the root', '/docs', atDocs],
  ['by an expression', '/docs', (app, docs, router) => app.use(/.*\/docs/, docs).use(router)],
];

for (const [major, createApp] of MAJORS) {
  describe(`the documentation page (${major})`, () => {
    keepQuiet();
    let served: Served;

    for (const [what, path, mount] of MOUNTS) {
      describe(`mounted ${what}`, () => {
        before(async () => {
          served = await serveBlog(createApp, mount);
        });
        after(() => served.close());

        it('redirects to the path with a slash and keeps the query', async () => {
          const { status, headers } = await get(`${served.url}${path}?a=1`);
          expect([status, headers.location]).to.eql([302, './docs/?a=1']);
        });

        it('never redirects to another host', async () => {
          const { status, headers } = await get(served.url, `//evil.example${path}`);
          const right = what === 'by an expression' ? [302, './docs/'] : [404, undefined];
          expect([status, headers.location]).to.eql(right);
        });

        it('serves every file it links to', async () => {
          for (const page of ['', 'routes', 'errors']) {
            const { body, headers } = await get(`${served.url}${path}/${page}`);
            expect(headers['content-type']).to.equal('text/html; charset=utf-8');
            const named = [...body.toString().matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, name]) => name as string);
            expect(named).to.include.members(['./', 'routes', 'errors', 'openapi.json']);
            for (const name of named.filter((one) => !one.startsWith('data:'))) {
              const address = new URL(name, `${served.url}${path}/${page}`);
              expect((await get(address.href)).status, name).to.equal(200);
            }
          }
        });

        it('documents the service one level above', async () => {
          const document = JSON.parse((await get(`${served.url}${path}/openapi.json`)).body.toString());
          const server = new URL(document.servers[0].url, `${served.url}${path}/openapi.json`).href;
          expect((await get(`${server}post`)).status).to.equal(200);
        });
      });
    }

    describe('its responses', () => {
      before(async () => {
        served = await serveBlog(createApp, atDocs);
      });
      after(() => served.close());

      for (const [accepted, encoding, decode] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0', undefined, (bytes: Buffer) => bytes],
        [undefined, undefined, (bytes: Buffer) => bytes],
      ] as const) {
        it(`are ${encoding ?? 'not compressed'} for Accept-Encoding: ${accepted ?? 'none'}`, async () => {
          const headers: Record<string, string> = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
          const answer = await get(`${served.url}/docs/openapi.json`, undefined, { headers });
          expect(answer.headers['content-encoding']).to.equal(encoding);
          expect(answer.headers.vary).to.equal('Accept-Encoding');
          expect(answer.headers['content-length']).to.equal(String(answer.body.length));
          expect(JSON.parse(decode(answer.body).toString())).to.include({ openapi: '3.1.1' });
        });
      }

      for (const encoding of ['br', 'gzip']) {
        it(`are under 500 KB with ${encoding}`, async () => {
          const page = (await get(`${served.url}/docs/`)).body.toString();
          const files = ['', ...Array.from(page.matchAll(/(?:src|href)="(assets\/[^"]+)"/g), ([, file]) => file)];
          expect(files).to.have.length(5);
          let size = 0;
          for (const file of files) {
            const headers = { 'Accept-Encoding': encoding };
            size += (await get(`${served.url}/docs/${file}`, undefined, { headers })).body.length;
          }
          expect(size).to.be.below(500_000);
        });
      }

      it('have an ETag for each encoding and answer 304', async () => {
        const tags = new Set<string>();
        for (const encoding of ['br', 'gzip', 'identity']) {
          const headers = { 'Accept-Encoding': encoding };
          const { headers: first } = await get(`${served.url}/docs/openapi.json`, undefined, { headers });
          tags.add(first.etag as string);
          const again = { ...headers, 'If-None-Match': first.etag as string };
          const { status, body } = await get(`${served.url}/docs/openapi.json`, undefined, { headers: again });
          expect([status, body.length]).to.eql([304, 0]);
        }
        expect(tags.size).to.equal(3);
      });

      it('to HEAD have the headers of GET', async () => {
        for (const path of ['/docs/', '/docs/routes', '/docs/openapi.json']) {
          const whole = await get(`${served.url}${path}`);
          const head = await get(`${served.url}${path}`, undefined, { method: 'HEAD' });
          expect(head.body.length).to.equal(0);
          for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary']) {
            expect(head.headers[name], name).to.equal(whole.headers[name]);
          }
        }
      });

      it('are cached for a year if their address contains a hash', async () => {
        const { body, headers } = await get(`${served.url}/docs/`);
        expect(headers['cache-control']).to.equal('no-cache');
        const [asset] = /assets\/swagger-ui\.[0-9a-f]{12}\.js/.exec(body.toString()) as RegExpExecArray;
        const answer = await get(`${served.url}/docs/${asset}`);
        expect(answer.headers).to.include({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': 'text/javascript; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
      });

      it('have a strict Content-Security-Policy', async () => {
        for (const path of ['/docs/', '/docs/routes', '/docs/openapi.json', '/docs/nothing']) {
          expect((await get(`${served.url}${path}`)).headers['content-security-policy']).to.equal(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          );
        }
      });

      for (const path of [
        '/docs/nothing',
        '/docs/routes/',
        '/docs/assets/../openapi.json',
        '/docs/assets/swagger-ui.LICENSE.txt',
        '/docs/assets/..%2fpackage.json',
        '/docs/assets/%2e%2e/package.json',
        '/docs/assets/..%2f..%2fopenapi%2fpackage.json',
        '/docs/__proto__',
        '/docs/constructor',
      ]) {
        it(`are 404 at ${path}`, async () => {
          const { status, headers, body } = await get(served.url, path);
          expect(status).to.equal(404);
          expect(headers['content-type']).to.equal('application/problem+json; charset=utf-8');
          expect(JSON.parse(body.toString())).to.include({ status: 404, code: 'E_NOT_FOUND', instance: path });
        });
      }

      it('explain every error code at its anchor', async () => {
        const page = (await get(`${served.url}/docs/errors`)).body.toString();
        for (const [code, [status, meaning]] of Object.entries(REQUEST_CODES)) {
          const [, row = ''] = new RegExp(`<tr id="${code.toLowerCase()}">(.+?)</tr>`).exec(page) ?? [];
          expect(row.replace(/<[^>]+>/g, '')).to.include(`${code}${status} ${STATUS_CODES[status]}${meaning}`);
        }
        expect(page).to.include('the header <code>Accept</code>');
        expect(page).not.to.include('`');
      });

      it('are 405 to other methods, with Allow', async () => {
        const { status, headers, body } = await get(`${served.url}/docs/`, undefined, { method: 'POST' });
        expect([status, headers.allow]).to.eql([405, 'GET, HEAD, OPTIONS']);
        expect(JSON.parse(body.toString())).to.include({ code: 'E_METHOD', instance: '/docs/' });
        const options = await get(`${served.url}/docs/routes`, undefined, { method: 'OPTIONS' });
        expect([options.status, options.headers.allow]).to.eql([204, 'GET, HEAD, OPTIONS']);
      });
    });
  });
}

describe('the document of the documentation page', () => {
  keepQuiet();
  let served: Served | undefined;
  afterEach(() => served?.close());

  it('is created once, at the first request', async () => {
    let described = 0;
    const router = createRestRouter({ rules: [['/post/:id?', 'rest']], controllers: { post: class extends Rest {} } });
    const counting: Documented = {
      routes: () => router.routes(),
      describe: () => {
        described += 1;
        return router.describe();
      },
    };
    served = await serve(express().use('/docs', createDocs(counting)));
    const { url } = served;
    expect(described).to.equal(0);
    await Promise.all(['', 'routes', 'openapi.json', ''].map((path) => get(`${url}/docs/${path}`)));
    const once = described;
    await get(`${url}/docs/openapi.json`);
    expect([once > 0, described]).to.eql([true, once]);
  });

  it('is a problem document on failure, and the next request tries again', async () => {
    const router = createRestRouter({ rules: [['/post/:id?', 'rest']], controllers: { post: class extends Rest {} } });
    let fails = true;
    const failing: Documented = {
      routes: () => router.routes(),
      describe: () => {
        if (fails) throw new Error('secret place');
        return router.describe();
      },
    };
    served = await serve(express().use('/docs', createDocs(failing, { info: INFO })));
    const { url } = served;
    const { status, body } = await get(`${url}/docs/`);
    expect(status).to.equal(500);
    expect(JSON.parse(body.toString())).to.include({ code: 'E_INTERNAL', detail: 'secret place' });
    process.env.NODE_ENV = 'production';
    const { error } = console;
    console.error = () => {};
    const closed = await get(`${url}/docs/openapi.json`).finally(() => {
      console.error = error;
    });
    expect(closed.body.toString()).not.to.include('secret');
    fails = false;
    expect((await get(`${url}/docs/`)).status).to.equal(200);
  });

  it('is created again after the store was unavailable', async () => {
    let isThere = false;
    const columns = new Map([['id', { name: 'id', type: 'integer', nullable: false, hasDefault: true }]]);
    const model = {
      repository: () => ({
        describe: async () => {
          if (!isThere) throw new DataError('unavailable', 'away');
          return { name: 'post', primaryKey: ['id'], columns };
        },
      }),
    } as unknown as ModelProvider;
    const controllers = { post: class extends Rest {} };
    const router = createRestRouter({ rules: [['/post/:id?', 'rest']], controllers, model });
    served = await serve(express().use('/docs', createDocs(router, { info: INFO })));
    const { url } = served;
    const read = async () => JSON.parse((await get(`${url}/docs/openapi.json`)).body.toString());
    expect((await read()).components.schemas.Post).to.have.property('x-note');
    isThere = true;
    expect((await read()).components.schemas.Post).to.have.nested.property('properties.id');
  });

  it('is created again until the relations are resolved', async () => {
    let isReady = false;
    const column = (name: string) => [name, { name, type: 'integer', nullable: true, hasDefault: true }] as const;
    const describe = async () => ({
      name: 'post',
      primaryKey: ['id'],
      columns: new Map([column('id'), column('parent_id')]),
      foreignKeys: [{ column: 'parent_id', table: 'post', key: 'id' }],
    });
    const model = {
      repository: () => ({ describe }),
      describeTable: describe,
      ready: async () => {
        if (!isReady) throw new Error('A migration is pending');
      },
    } as unknown as ModelProvider;
    class Post extends Rest {
      static include = { parent: true };
    }
    const router = createRestRouter({ rules: [['/post/:id?', 'rest']], controllers: { post: Post }, model });
    served = await serve(express().use('/docs', createDocs(router, { info: INFO })));
    const { url } = served;
    const read = async () => JSON.parse((await get(`${url}/docs/openapi.json`)).body.toString());
    expect((await read()).components.schemas.Post['x-note']).to.include('migrations are pending');
    isReady = true;
    await read();
    expect((await read()).components.schemas.Post).to.have.nested.property('properties.parent');
  });

  it('explains how to start without operations', async () => {
    const router = createRestRouter({ rules: [], controllers: {} });
    served = await serve(express().use('/docs', createDocs(router, { info: INFO })));
    const { body } = await get(`${served.url}/docs/`);
    expect(body.toString()).to.include('There is no operation yet.').and.include('<div id="viewer" hidden>');
  });

  it('has the servers of the options, which the page may call', async () => {
    const servers = [{ url: 'https://api.example.org/v1' }, { url: '/api' }, { url: 'https://{place}.example.org' }];
    served = await serveBlog(express, atDocs, { info: INFO, servers });
    const { url } = served;
    const { headers, body } = await get(`${url}/docs/openapi.json`);
    expect(JSON.parse(body.toString()).servers).to.eql(servers);
    expect(headers['content-security-policy']).to.include("connect-src 'self' https://api.example.org;");
  });
});
