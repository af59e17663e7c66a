import { join } from 'node:path';
import { expect } from 'chai';
import { StartError } from '../../src/core/errors.ts';
import { findRoot } from '../../src/core/load/find-root.ts';
import { removeProjects, writeProject } from './project.ts';

describe('findRoot', () => {
  afterEach(removeProjects);

  const found: readonly [string, string[], string | undefined, boolean, string][] = [
    ['beside the running entry file', ['dist/config/router.js', 'src/config/router.js'], 'dist/app.js', false, 'dist'],
    [
      'in src of the working directory',
      ['src/config/router.js', 'dist/config/router.js'],
      'node_modules/.bin/mocha',
      false,
      'src',
    ],
    [
      'in dist, when src holds TypeScript that this Node does not run',
      ['src/config/router.ts', 'dist/config/router.js'],
      'test.js',
      false,
      'dist',
    ],
    [
      'in src with TypeScript alone, for a loader that cannot be detected',
      ['src/config/router.ts'],
      'test.js',
      false,
      'src',
    ],
    [
      'in src, when this Node runs TypeScript',
      ['src/config/router.ts', 'dist/config/router.js'],
      'test.js',
      true,
      'src',
    ],
    ['without an entry file', ['src/config/router.mjs'], undefined, false, 'src'],
    ['as CommonJS', ['src/config/router.cjs'], undefined, false, 'src'],
  ];
  for (const [where, files, entry, runsTypeScript, expected] of found) {
    it(`finds config/router ${where}`, () => {
      const { directory } = writeProject(Object.fromEntries(files.map((file) => [file, ''])));
      const root = findRoot(undefined, { entry: entry && join(directory, entry), cwd: directory, runsTypeScript });
      expect(root.directory).to.equal(join(directory, expected));
    });
  }

  it('prefers the kind of file that is running', () => {
    const surroundings = { cwd: '/', runsTypeScript: true };
    expect(findRoot('/x', { ...surroundings, entry: '/x/app.ts' }).extensions[0]).to.equal('.ts');
    expect(findRoot('/x', { ...surroundings, entry: '/x/app.js' }).extensions[0]).to.equal('.js');
  });

  it('says where it has looked, and what to do', () => {
    const { directory } = writeProject({});
    const surroundings = { entry: join(directory, 'bin/app.js'), cwd: directory };
    expect(() => findRoot(undefined, { ...surroundings, runsTypeScript: true })).to.throw(
      StartError,
      /no config\/router in .*bin, .*src, .*dist\n.*npx rest-gen controller post -r; or give createRestRouter/,
    );
  });

  it('reads the surroundings of this process', () => {
    expect(() => findRoot(undefined)).to.throw(StartError, 'E_NO_ROOT');
  });
});
