import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenApi } from '@rest-gen/openapi';
import { expect } from 'chai';
import blankSpace from 'ts-blank-space';
import { serveIssues } from '../client/serve-issues.ts';
import { cli, makeDirectory, put, read, removeDirectories, tree } from '../fixture.ts';
import { makeOne } from '../inspect/projects.ts';

after(removeDirectories);

const env = process.env as Record<string, string>;

describe('rest-gen client', function () {
  this.timeout(60_000);
  let root: string;
  beforeEach(() => {
    root = makeOne('js-esm', {
      'src/config/router.js': "export default [['/post/:id', 'rest']];\n",
      'src/controller/post.js':
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller { getAction() {} }\n",
    });
  });

  it('writes the client, and says when it is out of date', async () => {
    expect(await cli(root, 'client --out web/api.ts --check', { env })).to.include({ code: 1 });
    expect(await cli(root, 'client --out web/api.ts', { env })).to.include({ code: 0, out: 'create     web/api.ts\n' });
    expect(read(root, 'web/api.ts')).to.contain("{ path: '/post', item: '/post/{id}' }");
    expect(await cli(root, 'client -o web/api.ts --check', { env })).to.include({ code: 0 });
    put(root, 'src/config/router.js', "export default [['/article/:id', '/post', 'rest']];\n");
    const late = await cli(root, 'client -o web/api.ts --check', { env });
    expect(late).to.include({ code: 1, out: 'update     web/api.ts\n' });
    expect(await cli(root, 'client -o web/api.ts', { env })).to.include({ code: 0 });
    expect(read(root, 'web/api.ts')).to.contain("path: '/article'");
  });

  it('is written from the document of a service that runs, or of a file', async () => {
    const service = await serveIssues();
    const document = await createOpenApi(service.router, { info: { title: 'Issues', version: '1.0.0' } });
    await service.close();
    const server = createServer((req, res) => {
      if (req.url !== '/docs/openapi.json') return res.writeHead(404).end();
      return res.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const web = makeDirectory();
    put(web, 'openapi.json', JSON.stringify(document));
    const url = `http://127.0.0.1:${port}/docs/openapi.json`;
    expect(await cli(web, `client --from ${url} -o src/api.ts`)).to.include({
      code: 0,
      out: 'create     src/api.ts\n',
    });
    expect(await cli(web, 'client --from openapi.json -o src/api.ts --check')).to.include({ code: 0 });
    expect(read(web, 'src/api.ts')).to.contain("{ path: '/comment', item: '/comment/{id}' }");
    for (const source of [`http://127.0.0.1:${port}/openapi.json`, 'missing.json'])
      expect((await cli(web, `client --from ${source} -o src/api.ts`)).err).to.contain('E_DOCUMENT');
    server.close();
  });

  it('refuses a path that can lead to another host', async () => {
    const web = makeDirectory();
    for (const path of [
      ...['', '@evil.example/x', '.evil.example/x', ':8443/x', 'https://evil.example/x', '//evil.example/x'],
      ...[
        '/\\evil.example/x',
        '/a\\..\\b',
        '/\t/evil.example/x',
        '\n//evil.example',
        '/../x',
        '/a/%2E%2e/b',
        '/a?b=',
        '/a#b',
      ],
    ]) {
      const paths = { [path]: { get: { operationId: 'listPost', tags: ['post'], responses: {} } } };
      put(web, 'openapi.json', JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths }));
      const ran = await cli(web, 'client --from openapi.json -o api.ts');
      expect(ran, path).to.include({ code: 2 });
      expect(ran.err, path).to.contain('E_DOCUMENT').and.contain(JSON.stringify(path));
    }
    expect(tree(web)).to.have.all.keys('openapi.json');
  });

  it('writes names that begin with a digit as types', async () => {
    const web = makeDirectory();
    const schema = { $ref: '#/components/schemas/2nd.Try' };
    const responses = { 200: { content: { 'application/json': { schema } } } };
    const paths = { '/2fa/{id}': { get: { operationId: 'get2fa', tags: ['2fa'], responses } } };
    const components = { schemas: { '2nd.Try': { type: 'object', properties: { a: { type: 'string' } } } } };
    const info = { title: 'a', version: '1' };
    put(web, 'openapi.json', JSON.stringify({ openapi: '3.1.0', info, paths, components }));
    expect((await cli(web, 'client --from openapi.json -o api.ts')).err).to.equal('');
    const text = read(web, 'api.ts');
    expect(text).to.contain("'2fa': _2faResource").and.contain('export interface _2faResource');
    expect(text).to.contain('export interface _2nd_Try').and.contain('Promise<_2nd_Try>');
  });

  it('gives each controller a resource, also if their names become the same', async () => {
    const rules = ['CamelCase', 'camel_case', 'camel-case'].map((name) => `['/${name}/:id?', 'rest']`);
    put(root, 'src/config/router.js', `export default [${rules.join(', ')}];\n`);
    for (const name of ['CamelCase', 'camel_case', 'camel-case'])
      put(
        root,
        `src/controller/${name}.js`,
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller { getAction() {} }\n",
      );
    expect(await cli(root, 'client -o web/api.ts', { env })).to.include({ code: 0 });
    const text = read(root, 'web/api.ts');
    for (const [name, path] of [
      ['CamelCase', 'CamelCase'],
      ['CamelCase2', 'camel_case'],
      ['CamelCase3', 'camel-case'],
    ] as const) {
      const member = `c${name.slice(1)}`;
      expect(text.split(`  ${member}: ${name}Resource;\n`)).to.have.lengthOf(2);
      expect(text.split(`export interface ${name}Resource {`)).to.have.lengthOf(2);
      expect(text).to.contain(`  ${member}: [\n    { path: '/${path}', item: '/${path}/{id}'`);
    }
  });

  it('writes what a foreign document says as text, never as code', async () => {
    const web = makeDirectory();
    const hostile = "/post'], evil: [process.exit()";
    const operation = (operationId: string) => ({ operationId, tags: ['post'], responses: {} });
    const paths = {
      [hostile]: { get: operation('listPost') },
      [`${hostile}/{id}`]: { get: operation('getPost'), delete: operation('deletePost') },
      [`${hostile}/{id}/x`]: { post: operation("x']: 1Post") },
    };
    put(web, 'openapi.json', JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths }));
    expect((await cli(web, 'client --from openapi.json -o api.ts')).err).to.equal('');
    const script = blankSpace(read(web, 'api.ts')).replace(/^import .*$/m, 'const createClient = (routes) => routes;');
    const { createApi } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
    expect(createApi().post).to.eql([
      { path: hostile, item: `${hostile}/{id}`, actions: { "x']: 1": ['POST', `${hostile}/{id}/x`, false] } },
    ]);
  });

  it('says that a document is not valid', async () => {
    const root = makeOne('js-esm', { 'strange.json': '{ "openapi": "3.1.0", "paths": { "/a": null } }' });
    const ran = await cli(root, 'client --from strange.json --out api.ts', { env });
    expect(ran).to.include({ code: 2, out: '' });
    expect(ran.err.replace(/\s+/g, ' ')).to.match(
      /^error No client can be written from ".*strange.json": [^/]+\. \(E_DOCUMENT\) /,
    );
  });

  it('overwrites only what it has written, and writes only TypeScript', async () => {
    put(root, 'api.ts', 'export {};\n');
    const taken = await cli(root, 'client -o api.ts', { env });
    expect(taken.code).not.to.equal(0);
    expect(taken.err).to.contain('E_CONFLICT');
    const wrong = await cli(root, 'client -o api.js', { env });
    expect(wrong.code).not.to.equal(0);
    expect(wrong.err).to.contain('E_USAGE');
    expect(read(root, 'api.ts')).to.equal('export {};\n');
  });
});
