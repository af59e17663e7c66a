import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeDirectory, makeProject, PACKAGE, put, removeDirectories, tree } from '../fixture.ts';
import { ask, makeOne, POST, RULES } from './projects.ts';

after(removeDirectories);

const FILES = ['src/controller/post.js'];

describe('reading a project', function () {
  this.timeout(60_000);

  it('changes nothing in it', async () => {
    const root = makeOne('js-cjs');
    const before = tree(root);
    expect(await ask(root)).to.deep.equal({ files: FILES, notes: [], printed: '' });
    expect(tree(root)).to.deep.equal(before);
  });

  it('reads TypeScript with the tsx of the project', async () => {
    const root = makeProject('ts-esm', {
      files: {
        'src/config/router.ts': RULES.esm,
        // An enum is what Node itself does not run.
        'src/controller/rest.ts': POST.esm.replace('class Post', 'class Rest').concat('export enum Kind { A }\n'),
        'src/controller/post.ts': "import Rest from './rest.js';\nexport default class Post extends Rest {}\n",
      },
    });
    expect(await ask(root)).to.deep.equal({ files: ['src/controller/post.ts'], notes: [], printed: '' });
  });

  it('reads the build output where nothing runs TypeScript, with a note', async () => {
    const root = makeProject('ts-esm', {
      files: {
        'src/config/router.ts': RULES.esm,
        'dist/config/router.js': RULES.esm,
        'dist/controller/post.js': POST.esm,
      },
    });
    const { files, notes } = await ask(root, { runtime: { node: '20.19.0', stripsTypes: false, hasTsx: false } });
    expect(files).to.deep.equal(['dist/controller/post.js']);
    expect(notes).to.deep.equal([
      'src is TypeScript, which Node 20.19.0 does not run: the build output in dist was read. To read the sources: npm install --save-dev tsx',
    ]);
  });

  it('reads a package of a workspace, through links and from a subdirectory', async () => {
    const workspace = makeDirectory();
    put(workspace, 'package.json', '{}');
    symlinkSync(join(PACKAGE, 'node_modules'), join(workspace, 'node_modules'), 'dir');
    put(workspace, 'packages/api/package.json', '{ "type": "module" }');
    put(workspace, 'packages/api/src/config/router.js', RULES.esm);
    put(workspace, 'packages/api/src/controller/post.js', POST.esm);
    symlinkSync(join(workspace, 'packages/api'), join(workspace, 'link'), 'dir');
    expect((await ask(join(workspace, 'packages/api/src/controller'))).files).to.deep.equal(FILES);
    expect((await ask(join(workspace, 'link'))).files).to.deep.equal(FILES);
  });

  it('reads the directory of --root', async () => {
    const root = makeProject('js-esm', {
      files: { 'app/api/config/router.js': RULES.esm, 'app/api/controller/post.js': POST.esm },
    });
    expect((await ask(root, { root: 'app/api' })).files).to.deep.equal(['app/api/controller/post.js']);
  });

  const FAULTS: [title: string, files: Record<string, string>, code: string, message: RegExp, fix: RegExp][] = [
    [
      'a rule without a controller',
      { 'src/config/router.js': "export default [['/post/:id?', 'rest'], ['/tag/:id?', 'rest']];" },
      'E_RULE_CONTROLLER',
      /^src\/config\/router\.js, rule 2: \['\/tag\/:id\?', 'rest'\]\nthere is no controller "tag"; there are post\.$/,
      /npx rest-gen controller tag -r\nFor all errors at once: npx rest-gen check$/,
    ],
    [
      'a file that throws, with the place',
      { 'src/logic/post.js': "\nthrow new TypeError('SECRET is not set');" },
      'E_LOAD',
      /^src\/logic\/post\.js\nTypeError: SECRET is not set\.$/,
      /\n {2}at src\/logic\/post\.js:2:7$/,
    ],
    [
      'a syntax error',
      { 'src/logic/post.js': 'export default {' },
      'E_LOAD',
      /SyntaxError/,
      /node src\/logic\/post\.js/,
    ],
  ];
  for (const [title, files, code, message, fix] of FAULTS) {
    it(`reports an error of the router: ${title}`, async () => {
      const { error } = await ask(makeOne('js-esm', files));
      expect(error).to.include({ code, exitCode: 1 });
      expect(error?.message).to.match(message);
      expect(error?.fix).to.match(fix);
    });
  }
});
