import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { realPathInside } from '../src/paths.ts';
import { sourcesOf } from '../src/project/find-sources.ts';
import { findModel } from '../src/project/load-model.ts';
import { findProject } from '../src/project/project.ts';
import type { Runtime } from '../src/project/runtime.ts';
import { makeDirectory, makeProject, put, removeDirectories, thrownBy } from './fixture.ts';

after(removeDirectories);

describe('a project', () => {
  it('prefers files in its language', () => {
    const root = makeProject('ts-esm', { files: { 'src/config/router.js': '', 'src/config/router.ts': '' } });
    expect(findProject(root).routerFile).to.equal('src/config/router.ts');
    expect(findProject(root, 'js').routerFile).to.equal('src/config/router.js');
  });

  it('has dependencies of every kind', () => {
    const root = makeDirectory();
    const manifest =
      '{"devDependencies":{"a":"1"},"peerDependencies":{"b":"1"},"dependencies":"x","optionalDependencies":null}';
    put(root, 'package.json', `\ufeff${manifest}`);
    expect([...findProject(root).dependencies].sort()).to.deep.equal(['a', 'b']);
  });

  const TSCONFIGS: [text: string, extension: 'ts' | 'js'][] = [
    ['{"compilerOptions":{"rewriteRelativeImportExtensions":true}}', 'ts'],
    ['\ufeff{ // types\n "compilerOptions": { /* run\n by Node */ "allowImportingTsExtensions": true, }, }', 'ts'],
    ['{"a":"// no comment","b":["/*",","],"compilerOptions":{"allowImportingTsExtensions":true,"c":"*/"}}', 'ts'],
    ['{"a":"\\"// ,}","compilerOptions":{"allowImportingTsExtensions":true /* x */ , // y\n}}', 'ts'],
    ['{"compilerOptions":{"allowImportingTsExtensions":false}}', 'js'],
    ['{"compilerOptions":{/* "allowImportingTsExtensions": true */}}', 'js'],
    ['{"allowImportingTsExtensions":true}', 'js'],
    ['{"compilerOptions":null}', 'js'],
    ['{"compilerOptions":{"allowImportingTsExtensions":true}', 'js'],
    ['null', 'js'],
  ];
  for (const [text, extension] of TSCONFIGS) {
    it(`imports .${extension} files with the tsconfig.json ${JSON.stringify(text)}`, () => {
      const root = makeProject('js-esm', { files: { 'tsconfig.json': text } });
      expect(findProject(root)).to.include({ language: 'ts', importExtension: extension });
      expect(findProject(root, 'js')).to.include({ language: 'js', importExtension: 'js' });
    });
  }

  for (const [specifier, sources] of [
    ['./rest.js', ['./rest.ts']],
    ['../logic/v1/post.mjs', ['../logic/v1/post.mts']],
    ['./rest', ['./rest.ts', './rest/index.ts']],
    ['./post.model', ['./post.model.ts', './post.model/index.ts']],
    ['express', []],
    ['file:///absolute.js', []],
  ] as const) {
    it(`that Node runs as TypeScript resolves ${specifier} to ${sources.join(', ') || 'nothing else'}`, () => {
      expect(sourcesOf(specifier)).to.deep.equal(sources);
    });
  }
});

describe('the model of a project', () => {
  const BARE: Runtime = { node: '20.19.0', stripsTypes: false, hasTsx: false };
  const find = (runtime: Runtime, files: readonly string[]) =>
    findModel(
      findProject(makeProject('ts-esm', { files: Object.fromEntries(files.map((file) => [file, ''])) })),
      runtime,
    );

  it('is build output, else JavaScript, else TypeScript', () => {
    const order = ['dist/config/model.js', 'dist/config/model.cjs', 'src/config/model.js', 'src/config/model.mjs'];
    const all = [...order, 'src/config/model.ts', 'src/config/model.mts'];
    for (const runtime of [
      { ...BARE, stripsTypes: true },
      { ...BARE, hasTsx: true },
    ]) {
      for (const [index, file] of all.entries()) expect(find(runtime, all.slice(index))).to.equal(file);
    }
  });

  it('cannot be TypeScript where nothing runs it', async () => {
    const error = await thrownBy(() => find(BARE, ['src/config/model.ts']));
    expect(error).to.include({ code: 'E_NO_MODEL', exitCode: 4 });
    expect(error.message).to.contain('src/config/model.ts is TypeScript, which Node 20.19.0 does not run');
    expect(error.fix).to.contain('Build the project first').and.contain('tsx');
  });
});

describe('a path in a project', () => {
  let root: string;
  let elsewhere: string;
  beforeEach(() => {
    root = makeDirectory();
    elsewhere = makeDirectory();
    put(root, 'real/a.js', '');
    put(elsewhere, 'a.js', '');
  });

  it('follows links that stay in the project', () => {
    symlinkSync('real', join(root, 'src'));
    symlinkSync(root, join(elsewhere, 'app'));
    expect(realPathInside(root, 'src/x/y.js')).to.equal(join(root, 'real/x/y.js'));
    expect(realPathInside(join(elsewhere, 'app'), 'real/b.js')).to.equal(join(root, 'real/b.js'));
    expect(realPathInside(root, '..a')).to.equal(join(root, '..a'));
  });

  const LINKS: [title: string, make: () => void, path: string][] = [
    ['a directory outside', () => symlinkSync(elsewhere, join(root, 'src')), 'src/x.js'],
    ['a file outside', () => symlinkSync(join(elsewhere, 'a.js'), join(root, 'b.js')), 'b.js'],
    ['nothing', () => symlinkSync('no-such-file', join(root, 'b.js')), 'b.js'],
    ['nothing, in a directory of the path', () => symlinkSync(join(elsewhere, 'no'), join(root, 'src')), 'src/x/y.js'],
    ['itself', () => symlinkSync('src', join(root, 'src')), 'src/x.js'],
    ['the root', () => symlinkSync('.', join(root, 'src')), 'src'],
  ];
  for (const [title, make, path] of LINKS) {
    it(`is refused for a link to ${title}`, async () => {
      make();
      const error = await thrownBy(() => realPathInside(root, path));
      expect(error).to.include({ code: 'E_OUTSIDE', exitCode: 3 });
      expect(error.message).to.contain(path);
    });
  }
});
