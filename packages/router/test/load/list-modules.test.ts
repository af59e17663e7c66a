import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listModules } from '../../src/core/load/load-modules.ts';
import { removeProjects, writeProject } from './project.ts';

describe('listModules', () => {
  afterEach(removeProjects);

  it('names modules by their path, and prefers extensions in the given order', () => {
    const { root } = writeProject({
      'src/b.js': '',
      'src/b.ts': '',
      'src/a/c.ts': '',
      'src/a/c.js': '',
      'src/d.mjs': '',
    });
    const list = (extensions: string[]) =>
      [...listModules(root, extensions)].map(([name, file]) => [name, file.slice(root.length + 1)]);
    expect(list(['.js', '.ts', '.mjs'])).to.deep.equal([
      ['a/c', join('a', 'c.js')],
      ['b', 'b.js'],
      ['d', 'd.mjs'],
    ]);
    expect(list(['.ts', '.js']).map(([, file]) => file)).to.deep.equal([join('a', 'c.ts'), 'b.ts']);
  });

  it('follows links to files and directories, and not in circles', () => {
    const { directory, root } = writeProject({ 'other/real.js': '', 'src/a.js': '' });
    symlinkSync(join(directory, 'other/real.js'), join(root, 'linked.js'));
    symlinkSync(join(directory, 'other'), join(root, 'directory.js'));
    symlinkSync(join(directory, 'gone.js'), join(root, 'dangling.js'));
    symlinkSync(root, join(root, 'circle'));
    expect([...listModules(root, ['.js']).keys()]).to.deep.equal(['a', 'directory.js/real', 'linked']);
  });

  it('gives nothing for a directory that does not exist, and fails for what is none', () => {
    const { root } = writeProject({ 'src/file.js': '' });
    expect(listModules(join(root, 'gone'), ['.js']).size).to.equal(0);
    mkdirSync(join(root, 'empty'));
    expect(listModules(join(root, 'empty'), ['.js']).size).to.equal(0);
    expect(() => listModules(join(root, 'file.js'), ['.js'])).to.throw(/ENOTDIR/);
  });
});
