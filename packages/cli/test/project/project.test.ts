import { join } from 'node:path';
import { expect } from 'chai';
import { findUp, readProject } from '../../src/project/project.ts';
import { makeDirectory, makeProject, put, removeDirectories, thrownBy } from '../fixture.ts';

after(removeDirectories);

describe('readProject', () => {
  const CASES: [kind: Parameters<typeof makeProject>[0], language: string, modules: string][] = [
    ['ts-esm', 'ts', 'esm'],
    ['ts-cjs', 'ts', 'cjs'],
    ['js-esm', 'js', 'esm'],
    ['js-cjs', 'js', 'cjs'],
    ['empty', 'js', 'cjs'],
  ];
  for (const [kind, language, modules] of CASES) {
    it(`reads ${kind}`, () => {
      const root = makeProject(kind);
      const project = readProject(root);
      expect(project).to.include({ root, language, modules, hasPackage: kind !== 'empty' });
      expect(project.dependencies.has('express')).to.equal(kind !== 'empty');
    });
  }

  it('lets the language be chosen', () => {
    expect(readProject(makeProject('ts-esm'), 'js').language).to.equal('js');
    expect(readProject(makeProject('empty'), 'ts').language).to.equal('ts');
  });

  it('imports sources in TypeScript that tsconfig.json allows it for', () => {
    const files = { 'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }' };
    const root = makeProject('js-esm', { files });
    expect(readProject(root)).to.include({ language: 'ts', importExtension: 'ts' });
    expect(readProject(root, 'js')).to.include({ language: 'js', importExtension: 'js' });
    expect(readProject(makeProject('ts-esm'))).to.include({ importExtension: 'js' });
  });

  it('finds the root from a directory below it', () => {
    const root = makeProject('js-cjs', { files: { 'src/controller/a.js': '' } });
    expect(readProject(join(root, 'src/controller')).root).to.equal(root);
  });

  it('knows the files that are there, and prefers those of its language', () => {
    const files = {
      'src/config/router.js': '',
      'src/config/router.ts': '',
      'src/controller/rest.mjs': '',
      'migrations/2_b.js': '',
      'migrations/1_a.js': '',
    };
    const root = makeProject('ts-esm', { files });
    expect(readProject(root)).to.deep.include({
      routerFile: 'src/config/router.ts',
      baseFile: 'src/controller/rest.mjs',
      modelFile: undefined,
      migrations: ['1_a.js', '2_b.js'],
    });
    expect(readProject(root, 'js').routerFile).to.equal('src/config/router.js');
  });

  it('collects every kind of dependency, and passes over what is no list', () => {
    const root = makeDirectory();
    put(
      root,
      'package.json',
      '\ufeff{"devDependencies":{"a":"1"},"peerDependencies":{"b":"1"},"dependencies":"x","optionalDependencies":null}',
    );
    expect([...readProject(root).dependencies].sort()).to.deep.equal(['a', 'b']);
  });

  for (const manifest of ['{', '[]', 'null', '"x"', '']) {
    it(`refuses the package.json ${JSON.stringify(manifest)}`, async () => {
      const root = makeDirectory();
      put(root, 'package.json', manifest);
      const error = await thrownBy(() => readProject(root));
      expect(error).to.include({ code: 'E_PACKAGE', exitCode: 4 });
      expect(error.message).to.contain(join(root, 'package.json'));
    });
  }

  it('refuses a directory that is not there, and a file in its place', async () => {
    const root = makeProject('js-cjs');
    expect(await thrownBy(() => readProject(join(root, 'no')))).to.include({ code: 'E_NO_DIRECTORY', exitCode: 2 });
    expect(await thrownBy(() => readProject(join(root, 'package.json')))).to.include({ code: 'E_NO_DIRECTORY' });
  });
});

describe('findUp', () => {
  it('finds the nearest directory with one of the files', () => {
    const root = makeDirectory();
    put(root, 'x.json', '');
    put(root, 'a/y.json', '');
    put(root, 'a/b/c.txt', '');
    expect(findUp(join(root, 'a/b'), 'x.json', 'y.json')).to.equal(join(root, 'a'));
    expect(findUp(join(root, 'a/b'), 'x.json')).to.equal(root);
    expect(findUp(root, 'no-such-file-anywhere.json')).to.equal(undefined);
  });
});
