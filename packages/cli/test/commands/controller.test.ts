import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, copy, fileNames, makeDirectory, makeProject, put, read, removeDirectories, tree } from '../fixture.ts';

after(removeDirectories);

const ROUTER =
  "import { defineRules } from '@rest-gen/router';\n\nexport default defineRules([\n  ['/tag/:id?', 'rest'], // tags\n]);\n";

describe('rest-gen controller', () => {
  it('says what it wrote, one line a file', async () => {
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
    expect(read(root, 'src/controller/post.ts')).to.equal(
      [
        "import type logic from '../logic/post.js';",
        "import Rest from './rest.js';",
        '',
        '// getAction, postAction, putAction, patchAction and deleteAction come from the base class: write one here to change it.',
        'export default class Post extends Rest<typeof logic> {}',
        '',
      ].join('\n'),
    );
    expect(read(root, 'src/logic/post.ts')).to.equal(
      [
        "import { defineLogic, partial } from '@rest-gen/logic';",
        '',
        'const fields = {',
        '  title: { required: true, string: true, length: { max: 255 } },',
        '  body: { string: true, nullable: true },',
        '} as const;',
        '',
        'export default defineLogic({',
        '  postAction: { body: fields },',
        '  putAction: { body: fields },',
        '  patchAction: { body: partial(fields) },',
        '});',
        '',
      ].join('\n'),
    );
    expect(read(root, 'migrations/20260102030405_create_post.js')).to.equal(
      [
        "/** @type {import('@rest-gen/model').Migration} */",
        'export const up = async (schema) => {',
        "  await schema.createTable('post', (t) => {",
        '    t.id();',
        "    t.string('title').notNull();",
        "    t.text('body');",
        '    t.timestamps();',
        '  });',
        '};',
        '',
        "/** @type {import('@rest-gen/model').Migration} */",
        'export const down = async (schema) => {',
        "  await schema.dropTable('post');",
        '};',
        '',
      ].join('\n'),
    );
  });

  it('writes CommonJS where the project is CommonJS', async () => {
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

  it('begins a resource without fields with one, and says so', async () => {
    const root = makeProject('js-esm', { model: true });
    const ran = await cli(root, 'controller post -r');
    expect(ran.err).to.contain('note  No fields were given, so the resource has one: title:string!.');
    expect(read(root, 'src/logic/post.js')).to.contain('title: { required: true');
    expect((await cli(root, 'controller post -r')).err).to.equal('');
  });

  it('works in an empty directory, and says what is missing', async () => {
    const root = makeDirectory();
    const ran = await cli(root, 'controller post title:string! -r');
    expect(ran.code).to.equal(0);
    expect(fileNames(root)).to.deep.equal([
      'src/config/router.js',
      'src/controller/post.js',
      'src/controller/rest.js',
      'src/logic/post.js',
    ]);
    expect(ran.err)
      .to.contain('- npm init -y\n')
      .and.contain('- npm install express @rest-gen/router')
      .and.contain('createRestRouter()');
  });

  it('writes the language that is asked for', async () => {
    const ts = makeDirectory();
    await cli(ts, 'controller post -r --ts');
    expect(fileNames(ts)).to.include('src/controller/post.ts');
    const js = makeProject('ts-esm');
    await cli(js, 'controller post -r --js');
    expect(fileNames(js)).to.include('src/controller/post.js');
    expect(read(js, 'src/controller/post.js')).to.contain("import Rest from './rest.js';");
  });

  it('works on the project that the directory belongs to, and says which', async () => {
    const root = makeProject('js-esm', { files: { 'src/a/b.js': '' } });
    const ran = await cli(join(root, 'src/a'), 'controller post a:string -r');
    expect(ran.err).to.contain('The project is ../..; paths are relative to it.');
    expect(fileNames(root)).to.include('src/controller/post.js');
    expect((await cli('/', ['controller', 'tag', '-r', '--cwd', '/tmp', `--cwd=${root}`])).out).to.contain(
      'create     src/controller/tag.js',
    );
  });

  it('adds rules in the order of the commands', async () => {
    const root = makeDirectory();
    for (const name of ['a', 'b', 'v1/c']) await cli(root, `controller ${name} -r`);
    expect(read(root, 'src/config/router.js').match(/^ {2}\[.*$/gm)).to.deep.equal([
      "  ['/a/:id?', 'rest'],",
      "  ['/b/:id?', 'rest'],",
      "  ['/v1/c/:id?', 'rest'],",
    ]);
  });

  it('prints the rule with --no-route', async () => {
    const root = makeProject('js-esm', { files: { 'src/config/router.js': ROUTER } });
    const ran = await cli(root, 'controller post -r --no-route');
    expect(ran.out).to.contain("route      src/config/router.js  add this yourself: ['/post/:id?', 'rest'],\n");
    expect(ran.err).to.contain('Add this rule to the list in src/config/router.js');
    expect(read(root, 'src/config/router.js')).to.equal(ROUTER);
    expect((await cli(root, 'controller tag -r --no-route')).out).to.contain('identical  src/config/router.js');
    const empty = makeDirectory();
    await cli(empty, 'controller post -r --no-route');
    expect(fileNames(empty)).to.not.include('src/config/router.js');
  });

  it('leaves a list of rules that it cannot find to the user', async () => {
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
      root = makeDirectory();
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

    it('says the same as JSON', async () => {
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

    it('names all of them', async () => {
      put(root, 'src/controller/post.js', 'mine\n');
      const ran = await cli(root, 'controller post -r');
      expect(ran.err.replace(/\s+/g, ' ')).to.contain(
        'existing files differ: src/controller/post.js, src/logic/post.js.',
      );
    });
  });

  it('says what is in the way when force cannot help', async () => {
    const root = makeProject('ts-esm', { files: { 'src/controller/post.js': 'x\n' } });
    const ran = await cli(root, 'controller post -r --force');
    expect(ran.code).to.equal(3);
    expect(ran.err.replace(/\s+/g, ' ')).to.contain(
      'src/controller/post.ts (src/controller/post.js exists). (E_CONFLICT) Remove or rename what is there. Write only the other files with --skip.',
    );
    expect(await cli(root, 'controller post -r --skip')).to.include({ code: 0 });
    expect(fileNames(root)).to.include('src/logic/post.ts').and.not.include('src/controller/post.ts');
  });

  it('says with --dry-run what it would do, and does nothing', async () => {
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

  it('says as JSON what it wrote', async () => {
    const root = makeProject('js-esm', { model: true });
    const said = JSON.parse((await cli(root, 'controller v1/post title:string -r --json')).out);
    expect(said).to.deep.include({ command: 'controller', name: 'v1/post', root, written: true, notes: [] });
    expect(said.files.map((file: { status: string }) => file.status)).to.deep.equal(Array(6).fill('create'));
    expect(JSON.parse((await cli(root, 'controller v1/post title:string -r --json')).out).written).to.equal(false);
  });

  it('keeps a file of the user in the format of the project, and one that is not in its own', async () => {
    const name = 'a-resource-with-a-name-that-is-long-enough-to-pass-80-columns';
    const formatted = 'export default [\n\t["/a/:id?", "rest"],\n\t["/b/:id?", "rest"],\n];\n';
    const root = makeProject('js-esm', { files: { 'biome.json': '{}', 'src/config/router.js': formatted } });
    await cli(root, `controller ${name} -r`);
    expect(read(root, 'src/config/router.js')).to.equal(
      formatted.replace('\n];', `\n\t[\n\t\t"/${name}/:id?",\n\t\t"rest",\n\t],\n];`),
    );
    const own = formatted.replaceAll('"', "'").replaceAll('\t', '   ');
    put(root, 'src/config/router.js', own);
    await cli(root, `controller ${name} -r --force`);
    expect(read(root, 'src/config/router.js')).to.equal(own.replace('\n];', `\n   ['/${name}/:id?', 'rest'],\n];`));
  });

  it('changes nothing when a file cannot be written half way', async () => {
    // Rights do not bind the superuser, so that a file in the place of a directory has to do.
    const root = makeProject('js-esm', { files: { 'src/config/router.js': ROUTER } });
    put(root, 'src/logic', '');
    const before = tree(root);
    const ran = await cli(root, 'controller post -r');
    expect(ran.code).to.equal(3);
    expect(tree(root)).to.deep.equal(before);
    if (process.getuid?.() === 0) return;
    const closed = makeProject('js-esm');
    mkdirSync(join(closed, 'src/logic'), { recursive: true });
    chmodSync(join(closed, 'src/logic'), 0o555);
    const untouched = tree(closed);
    expect(await cli(closed, 'controller post -r')).to.include({ code: 70 });
    expect(tree(closed)).to.deep.equal(untouched);
    chmodSync(join(closed, 'src/logic'), 0o755);
  });

  it('does not write through a link out of the project', async () => {
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

  it('refuses a project that it cannot read', async () => {
    const root = makeDirectory();
    writeFileSync(join(root, 'package.json'), '{');
    expect(await cli(root, 'controller post -r')).to.include({ code: 4, out: '' });
  });
});
