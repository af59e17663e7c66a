import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, copy, fileNames, makeDirectory, makeProject, put, read, removeDirectories, tree } from '../fixture.ts';

after(removeDirectories);

const ROUTER =
  "import { defineRules } from '@rest-gen/router';\n\nexport default defineRules([\n  ['/tag/:id?', 'rest'], // tags\n]);\n";

describe('rest-gen controller', () => {
  it('prints one line for each file', async () => {
    const root = makeProject('ts-esm', { model: true, files: { 'src/config/router.ts': ROUTER } });
    const ran = await cli(root, 'controller post title:string! body:text -r');
    expect(ran).to.deep.equal({
      code: 0,
      out: [
        'create     src/controller/rest.ts',
        'create     src/controller/post.ts',
        'create     src/logic/post.ts',
        "route      src/config/router.ts  ['/post/:id?', 'rest']",
        'create     src/config/model.ts',
        'create     migrations/20260102030405_create_post.js',
        '',
      ].join('\n'),
      err: '',
    });
    expect(read(root, 'src/config/router.ts')).to.equal(
      ROUTER.replace('// tags\n', "// tags\n  ['/post/:id?', 'rest'],\n"),
    );
  });

  it('writes soft delete: the class, the action restore, the column and unique values', async () => {
    const root = makeProject('ts-esm', { model: true, files: { 'src/config/router.ts': ROUTER } });
    const line = 'controller post slug:string!:unique body:text -r --soft-delete';
    const { out } = await cli(root, line);
    expect(out).to.contain(
      "route      src/config/router.ts  ['/post/:id/restore', 'post#restore', 'rest'], ['/post/:id?', 'rest']\n",
    );
    expect(read(root, 'src/config/router.ts')).to.equal(
      ROUTER.replace(
        '// tags\n',
        "// tags\n  ['/post/:id/restore', 'post#restore', 'rest'],\n  ['/post/:id?', 'rest'],\n",
      ),
    );
    expect(read(root, 'src/controller/post.ts')).to.contain("  static softDelete = 'deleted_at';\n");
    expect(read(root, 'migrations/20260102030405_create_post.js'))
      .to.contain("t.string('slug').notNull().unique({ whereNull: 'deleted_at' });")
      .and.contain("t.timestamps();\n    t.datetime('deleted_at');\n");
    const files = tree(root);
    expect((await cli(root, line)).code).to.equal(0);
    expect(tree(root)).to.deep.equal(files);
    expect((await cli(root, 'destroy controller post')).err).to.contain('The migration migrations/');
    expect(read(root, 'src/config/router.ts')).to.equal(ROUTER);
    expect(fileNames(root)).not.to.include.members(['src/controller/post.ts']);
    const refused = await cli(root, 'controller health --soft-delete');
    expect([refused.code, refused.err.split('\n')[0]]).to.deep.equal([
      2,
      'error Only records are deleted: --soft-delete requires -r. (E_USAGE)',
    ]);
  });

  it('writes CommonJS in a CommonJS project', async () => {
    const root = makeProject('js-cjs', { model: true });
    await cli(root, 'controller post -r');
    await cli(root, 'controller health');
    for (const name of fileNames(root).filter((name) => /^(src|migrations)\//.test(name))) {
      expect(read(root, name), name)
        .to.match(/^(module\.exports = |exports\.up = )/m)
        .and.not.match(/^(import|export) /m);
    }
    expect(read(root, 'src/controller/health.js')).to.equal(
      [
        "const { Controller } = require('@rest-gen/router');",
        '',
        '// One action for each HTTP method: getAction, postAction, putAction, patchAction, deleteAction. Input is checked in the logic file.',
        'module.exports = class Health extends Controller {',
        '  getAction() {',
        "    return this.success({ name: 'health' });",
        '  }',
        '};',
        '',
      ].join('\n'),
    );
  });

  it('gives a resource without fields one field, with a note', async () => {
    const root = makeProject('js-esm', { model: true });
    const ran = await cli(root, 'controller post -r');
    expect(ran.err).to.contain('note  No fields were given, so the resource has one: title:string!.');
    expect(read(root, 'src/logic/post.js')).to.contain('title: { required: true');
    expect((await cli(root, 'controller post -r')).err).to.equal('');
  });

  for (const words of [
    'controller post -r',
    'logic post',
    'policy post',
    'action post archive',
    'eject',
    'destroy controller post',
  ]) {
    it(`writes nothing where there is no package.json: ${words}`, async () => {
      const root = makeDirectory();
      const ran = await cli(root, words);
      expect(ran).to.include({ code: 4, out: '' });
      expect(ran.err.replace(/\s+/g, ' ')).to.contain('There is no package.json').and.contain('(E_NO_PROJECT) ');
      expect(fileNames(root)).to.deep.equal([]);
    });
  }

  it('lists what the project does not have', async () => {
    const root = makeProject('empty');
    const ran = await cli(root, 'controller post title:string! -r');
    expect(ran.code).to.equal(0);
    expect(fileNames(root)).to.deep.equal([
      'package.json',
      'src/config/router.js',
      'src/controller/post.js',
      'src/controller/rest.js',
      'src/logic/post.js',
    ]);
    expect(ran.err).to.contain('- npm install express @rest-gen/router');
  });

  it('writes the requested language', async () => {
    const ts = makeProject('empty');
    await cli(ts, 'controller post -r --ts');
    expect(fileNames(ts)).to.include('src/controller/post.ts');
    const js = makeProject('ts-esm');
    await cli(js, 'controller post -r --js');
    expect(fileNames(js)).to.include('src/controller/post.js');
    expect(read(js, 'src/controller/post.js')).to.contain("import Rest from './rest.js';");
  });

  it('works from a directory of the project, and names its root', async () => {
    const root = makeProject('js-esm', { files: { 'src/a/b.js': '' } });
    const ran = await cli(join(root, 'src/a'), 'controller post a:string -r');
    expect(ran.err).to.contain('The project is ../..; paths are relative to it.');
    expect(fileNames(root)).to.include('src/controller/post.js');
  });

  it('prints the rule with --no-route', async () => {
    const root = makeProject('js-esm', { files: { 'src/config/router.js': ROUTER } });
    const ran = await cli(root, 'controller post -r --no-route');
    expect(ran.out).to.contain("route      src/config/router.js  add this yourself: ['/post/:id?', 'rest'],\n");
    expect(ran.err).to.contain('Add this rule to the list in src/config/router.js');
    expect(read(root, 'src/config/router.js')).to.equal(ROUTER);
    expect((await cli(root, 'controller tag -r --no-route')).out).to.contain('identical  src/config/router.js');
    const empty = makeProject('empty');
    await cli(empty, 'controller post -r --no-route');
    expect(fileNames(empty)).to.not.include('src/config/router.js');
  });

  it('prints the rule when it cannot find the list of rules', async () => {
    const root = makeProject('js-esm', { files: { 'src/config/router.js': 'export default build();\n' } });
    const ran = await cli(root, 'controller post -r');
    expect(ran.code).to.equal(0);
    expect(ran.out).to.contain('route      src/config/router.js  add this yourself:');
    expect(read(root, 'src/config/router.js')).to.equal('export default build();\n');
    expect(fileNames(root)).to.include('src/controller/post.js');
  });

  describe('with files that have other contents', () => {
    let root: string;
    let before: Record<string, string>;
    beforeEach(async () => {
      root = makeProject('empty');
      await cli(root, 'controller post -r');
      put(root, 'src/logic/post.js', 'mine\n');
      put(root, 'src/config/router.js', 'module.exports = [];\n');
      before = tree(root);
    });

    it('writes nothing and exits with 3', async () => {
      const ran = await cli(root, 'controller post -r');
      expect(ran.code).to.equal(3);
      expect(ran.out).to.contain('conflict   src/logic/post.js\n').and.contain('route      src/config/router.js');
      expect(ran.err.replace(/\s+/g, ' ')).to.contain('src/logic/post.js. (E_CONFLICT)').and.contain('--diff');
      expect(tree(root)).to.deep.equal(before);
    });

    it('overwrites with --force, but never the base class', async () => {
      put(root, 'src/controller/rest.js', 'my base\n');
      const ran = await cli(root, 'controller post -r --force');
      expect(ran.code).to.equal(0);
      expect(ran.out).to.contain('overwrite  src/logic/post.js\n').and.contain('exists     src/controller/rest.js\n');
      expect(read(root, 'src/logic/post.js')).to.contain('defineLogic');
      expect(read(root, 'src/controller/rest.js')).to.equal('my base\n');
      expect(read(root, 'src/config/router.js')).to.contain('/post/:id?');
    });

    it('writes the others with --skip', async () => {
      const ran = await cli(root, 'controller post -r --skip');
      expect(ran.code).to.equal(0);
      expect(ran.out).to.contain('skip       src/logic/post.js\n');
      expect(read(root, 'src/logic/post.js')).to.equal('mine\n');
      expect(read(root, 'src/config/router.js')).to.contain('/post/:id?');
    });

    it('shows the difference with --diff, and writes nothing', async () => {
      const ran = await cli(root, 'controller post -r --diff');
      expect(ran.code).to.equal(3);
      expect(ran.out).to.contain('--- a/src/logic/post.js\n+++ b/src/logic/post.js\n').and.contain('-mine\n');
      expect(ran.out).to.contain("+  ['/post/:id?', 'rest'],\n");
      expect(tree(root)).to.deep.equal(before);
      expect(await cli(root, 'controller post -r --diff --force')).to.include({ code: 0 });
      expect(tree(root)).to.deep.equal(before);
    });

    it('prints the same as JSON', async () => {
      const ran = await cli(root, 'controller post -r --json --diff');
      expect(ran.code).to.equal(3);
      const said = JSON.parse(ran.out);
      expect(said).to.include({ command: 'controller', name: 'post', root, written: false });
      expect(said.error.code).to.equal('E_CONFLICT');
      expect(said.diff).to.contain('-mine\n');
      expect(said.files).to.deep.equal([
        { status: 'exists', path: 'src/controller/rest.js' },
        { status: 'identical', path: 'src/controller/post.js' },
        { status: 'conflict', path: 'src/logic/post.js' },
        { status: 'route', path: 'src/config/router.js', rule: "['/post/:id?', 'rest']" },
      ]);
    });
  });

  const TWINS: [existing: string, reason: string][] = [
    ['src/logic/v1/post.ts', 'src/logic/v1/post.ts exists'],
    ['src/logic/v1/Post.mjs', 'src/logic/v1/Post.mjs exists'],
    ['src/logic/V1/other.js', 'src/logic/V1 exists'],
    ['src/logic', 'src/logic exists'],
    ['src/logic/v1/post.js/a.txt', 'the existing file is not text'],
  ];
  for (const [existing, reason] of TWINS) {
    it(`is a conflict with ${existing}, also with --force; --skip writes the other files`, async () => {
      const root = makeProject('js-esm', { files: { [existing]: 'x' } });
      const before = tree(root);
      const ran = await cli(root, 'controller v1/post -r --force');
      expect(ran.code).to.equal(3);
      expect(ran.out).to.contain(`conflict   src/logic/v1/post.js  ${reason}\n`);
      expect(ran.err.replace(/\s+/g, ' ')).to.contain(
        `src/logic/v1/post.js (${reason}). (E_CONFLICT) Remove or rename what is there. Write only the other files with --skip.`,
      );
      expect(tree(root)).to.deep.equal(before);
      expect((await cli(root, 'controller v1/post -r --skip')).out).to.contain('skip       src/logic/v1/post.js');
      expect(fileNames(root)).to.include('src/controller/v1/post.js');
    });
  }

  it('accepts files with similar names, and carriage returns', async () => {
    const names = ['posts.js', 'post.test.ts', 'post.d.ts', 'post.md', 'blog-post.js', 'post/a.js'];
    const root = makeProject('js-esm', { files: Object.fromEntries(names.map((name) => [`src/logic/${name}`, 'x'])) });
    expect((await cli(root, 'controller post -r')).out).to.contain('create     src/logic/post.js\n');
    put(root, 'src/logic/post.js', read(root, 'src/logic/post.js').replaceAll('\n', '\r\n'));
    expect((await cli(root, 'controller post -r')).out).to.contain('identical  src/logic/post.js\n');
  });

  it('does not change rules that are not text', async () => {
    const root = makeProject('js-esm');
    put(root, 'src/config/router.js', Buffer.from([0xff, 0xfe, 0x00]));
    expect((await cli(root, 'controller post -r')).out).to.contain(
      'conflict   src/config/router.js  the existing file is not text',
    );
  });

  it('prints with --dry-run what it would write, and writes nothing', async () => {
    const root = makeProject('js-esm');
    const before = tree(root);
    const ran = await cli(root, 'controller post title:string -r --dry-run');
    expect(ran).to.include({ code: 0 });
    expect(ran.err).to.contain('note  Nothing was written.');
    expect(tree(root)).to.deep.equal(before);
    const wet = copy(root);
    expect((await cli(wet, 'controller post title:string -r')).out).to.equal(ran.out);
    expect(JSON.parse((await cli(root, 'controller post -r --dry-run --json')).out).written).to.equal(false);
  });

  it('does not write through a link that leaves the project', async () => {
    const root = makeProject('js-esm');
    const elsewhere = makeDirectory();
    mkdirSync(join(root, 'src'));
    symlinkSync(elsewhere, join(root, 'src/controller'));
    const before = tree(root);
    const ran = await cli(root, 'controller post -r');
    expect(ran.code).to.equal(3);
    expect(ran.err).to.contain('E_OUTSIDE');
    expect(tree(root)).to.deep.equal(before);
    expect(fileNames(elsewhere)).to.deep.equal([]);
  });

  for (const manifest of ['{', '[]', 'null', '']) {
    it(`refuses the package.json ${JSON.stringify(manifest)}`, async () => {
      const root = makeDirectory();
      put(root, 'package.json', manifest);
      const ran = await cli(root, 'controller post -r');
      expect(ran).to.include({ code: 4, out: '' });
      expect(ran.err.replace(/\s+/g, '')).to.contain('(E_PACKAGE)').and.contain(`${root}/package.json`);
    });
  }
});
