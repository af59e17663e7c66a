import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { statPath } from '../src/stat-path.ts';
import { makeDirectory, put, removeDirectories } from './fixture.ts';

after(removeDirectories);

describe('statPath', () => {
  it('tells files, directories, links and nothing apart', () => {
    const root = makeDirectory();
    put(root, 'file', 'x');
    mkdirSync(join(root, 'directory'));
    symlinkSync('file', join(root, 'link'));
    symlinkSync('circle', join(root, 'circle'));
    symlinkSync('nothing', join(root, 'dangling'));
    expect(statPath(join(root, 'file'))?.isFile()).to.equal(true);
    expect(statPath(join(root, 'directory'))?.isDirectory()).to.equal(true);
    expect(statPath(join(root, 'link'))?.isFile()).to.equal(true);
    expect(statPath(join(root, 'link'), 'the link itself')?.isSymbolicLink()).to.equal(true);
    for (const name of ['nothing', 'file/below', 'circle', 'circle/below', 'dangling'])
      expect(statPath(join(root, name)), name).to.equal(undefined);
  });

  it('does not hide other failures', () => {
    expect(() => statPath(`/${'x'.repeat(300)}`)).to.throw('ENAMETOOLONG');
  });
});
