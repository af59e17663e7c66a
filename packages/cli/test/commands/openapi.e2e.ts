import { spawn, spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { cli, put, removeDirectories, tree } from '../fixture.ts';
import { makeOne } from '../inspect/projects.ts';

after(removeDirectories);

const env = process.env as Record<string, string>;

describe('rest-gen openapi', function () {
  this.timeout(60_000);
  let root: string;
  before(() => {
    root = makeOne('js-esm', {
      'src/config/router.js': "export default [['/post/:id?', 'rest'], ['/v1/post/:id?', 'rest']];\n",
      'src/controller/v1/post.js':
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller { getAction() {} deleteAction() {} }\n",
    });
    put(root, 'package.json', '{ "type": "module", "name": "blog", "version": "2.3.4", "description": "Posts" }');
  });

  it('prints the document, with name and version of package.json', async () => {
    const ran = await cli(root, 'openapi', { env });
    expect(ran).to.include({ code: 0, err: '' });
    const document = JSON.parse(ran.out);
    expect(document.info).to.deep.equal({ title: 'blog', version: '2.3.4', description: 'Posts' });
    expect(Object.keys(document.paths)).to.deep.equal(['/post', '/post/{id}', '/v1/post', '/v1/post/{id}']);
  });

  it('ignores values of package.json that are not strings', async () => {
    const own = makeOne('js-esm');
    // Node 24 itself refuses a name that is no text.
    put(own, 'package.json', '{ "type": "module", "name": "", "version": "", "description": { "a": 1 } }');
    const { info } = JSON.parse((await cli(own, 'openapi', { env })).out);
    expect(info).to.deep.equal({ title: basename(own), version: '0.0.0' });
  });

  it('has options for title, version, server and a version of the service', async () => {
    const words = ['openapi', '--info-title', 'A blog', '--info-version=3', '--server', '/api', '--version', 'v1'];
    const ran = await cli(root, [...words, '--json'], { env });
    expect(ran.code).to.equal(0);
    const { command, document, notes } = JSON.parse(ran.out);
    expect(command).to.equal('openapi');
    expect(document.info).to.include({ title: 'A blog', version: '3' });
    expect(document.servers).to.deep.equal([{ url: '/api' }]);
    expect(Object.keys(document.paths)).to.deep.equal(['/v1/post', '/v1/post/{id}']);
    expect(notes).to.deep.equal([]);
  });

  it('refuses an unknown version of the service', async () => {
    const ran = await cli(root, 'openapi --version v9', { env });
    expect(ran).to.include({ code: 1, out: '' });
    expect(ran.err.replace(/\s+/g, ' ')).to.match(
      /^error no path belongs to the version "v9"\. \(E_OPENAPI_VERSION\) /,
    );
  });

  it('writes a file, and finds breaking changes later', async () => {
    expect(await cli(root, 'openapi -o docs/api.yaml', { env })).to.include({
      code: 0,
      out: 'create     docs/api.yaml\n',
    });
    const written = tree(root);
    const same = await cli(root, 'openapi --out docs/api.yaml --dry-run --json', { env });
    expect(JSON.parse(same.out)).to.deep.include({
      written: false,
      files: [{ status: 'identical', path: 'docs/api.yaml' }],
    });
    expect(tree(root)).to.deep.equal(written);
    const broken = await cli(root, 'openapi --check docs/api.yaml --version v1', { env });
    expect(broken.code).to.equal(1);
    expect(broken.out).to.match(
      /^breaking {3}\/paths\/~1post {2}\/post .*\nbreaking {3}\/paths\/~1post~1\{id\} {2}.*\n$/,
    );
    expect(broken.err).to.equal('note  2 of 2 changes would break clients.\n');
  });

  for (const [command, file] of [
    ['openapi', 'docs/api.json'],
    ['client', 'docs/api.ts'],
  ] as const) {
    it(`${command} leaves the file when the database cannot be reached`, async () => {
      const own = makeOne('js-esm', {
        'src/config/model.js':
          "import { createModels } from '@rest-gen/model';\nexport default createModels(process.env.DATABASE_URL);\n",
      });
      const words = [command, '--out', file];
      expect(await cli(own, words, { env: { ...env, DATABASE_URL: 'sqlite::memory:' } })).to.include({ code: 0 });
      const good = tree(own);
      const ran = await cli(own, words, { env: { ...env, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' } });
      expect(ran).to.include({ code: 1, out: '' });
      expect(ran.err.replace(/\s+/g, ' ')).to.match(
        /^error The tables cannot be read from the database: .*\(unavailable\)/,
      );
      expect(tree(own)).to.deep.equal(good);
    });
  }

  it('does not report additions as breaking', async () => {
    put(root, 'before.json', JSON.stringify({ openapi: '3.1.1', info: { title: '', version: '' }, paths: {} }));
    const ran = await cli(root, 'openapi --check before.json --json', { env });
    expect(ran.code).to.equal(0);
    const { command, breaking, changes } = JSON.parse(ran.out);
    expect([command, breaking]).to.deep.equal(['openapi', false]);
    expect(changes.map(({ code }: { code: string }) => code)).to.include('path-added');
  });

  it('compares with a pipe, which can be read once only: --check <(git show v1:openapi.json)', async () => {
    const pipe = join(root, 'pipe.json');
    expect(spawnSync('mkfifo', [pipe]).status).to.equal(0);
    // More than a pipe holds, and than an argument of a process can be.
    const paths = Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`/gone/${'x'.repeat(30)}${at}`, {}]));
    put(root, 'big.json', JSON.stringify({ openapi: '3.1.1', info: { title: '', version: '' }, paths }));
    const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', join(root, 'big.json'), pipe], { stdio: 'ignore' });
    const { code, err } = await cli(root, 'openapi --check pipe.json', { env });
    writer.kill();
    expect({ code, err }).to.deep.equal({ code: 1, err: 'note  4000 of 4004 changes would break clients.\n' });
  });

  it('refuses to write to a pipe or a directory', async () => {
    const own = makeOne('js-esm');
    expect(spawnSync('mkfifo', [join(own, 'out.json')]).status).to.equal(0);
    const before = tree(own);
    const { code, err } = await cli(own, 'openapi --out out.json', { env });
    expect(code).to.equal(2);
    expect(err.replace(/\s+/g, ' ')).to.contain('out.json" is not a file. (E_USAGE) Name a file, or omit --out');
    expect(tree(own)).to.deep.equal(before);
    expect(await cli(own, 'openapi --out src', { env })).to.include({ code: 2, out: '' });
  });

  const NO_DOCUMENTS: [file: string, text: string | undefined][] = [
    ['missing.json', undefined],
    ['list.json', '[]'],
    ['other.json', '{ "paths": {} }'],
    ['old.json', '{ "openapi": "3.0.3", "paths": {} }'],
    ['older.json', '{ "swagger": "2.0", "paths": {} }'],
    ['broken.json', '{'],
    ['broken.yaml', 'a: ]'],
  ];
  for (const [file, text] of NO_DOCUMENTS) {
    it(`refuses to compare with ${file}`, async () => {
      if (text !== undefined) put(root, file, text);
      const ran = await cli(root, `openapi --check ${file}`, { env });
      expect(ran).to.include({ code: 2, out: '' });
      expect(ran.err).to.contain('E_DOCUMENT').and.contain('rest-gen openapi --out openapi.json');
    });
  }
});
