import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { realPathInside } from '../src/real-path.ts';
import { makeDirectory, put, removeDirectories, thrownBy } from './fixture.ts';

after(removeDirectories);

describe('realPathInside', () => {
  let root: string;
  let elsewhere: string;
  beforeEach(() => {
    root = makeDirectory();
    elsewhere = makeDirectory();
    put(root, 'real/a.js', '');
    put(elsewhere, 'a.js', '');
  });

  it('gives the path of what is there, and of what is not there yet', () => {
    expect(realPathInside(root, 'real/a.js')).to.equal(join(root, 'real/a.js'));
    expect(realPathInside(root, 'real/b/c.js')).to.equal(join(root, 'real/b/c.js'));
    expect(realPathInside(root, '..a')).to.equal(join(root, '..a'));
  });

  it('follows links inside the project', () => {
    symlinkSync('real', join(root, 'src'));
    symlinkSync('real/a.js', join(root, 'b.js'));
    expect(realPathInside(root, 'src/x/y.js')).to.equal(join(root, 'real/x/y.js'));
    expect(realPathInside(root, 'b.js')).to.equal(join(root, 'real/a.js'));
  });

  it('works in a root that is a link itself', () => {
    symlinkSync(root, join(elsewhere, 'app'));
    expect(realPathInside(join(elsewhere, 'app'), 'real/b.js')).to.equal(join(root, 'real/b.js'));
  });

  const LINKS: [title: string, make: () => void, path: string][] = [
    ['a directory outside', () => symlinkSync(elsewhere, join(root, 'src')), 'src/x.js'],
    ['a file outside', () => symlinkSync(join(elsewhere, 'a.js'), join(root, 'b.js')), 'b.js'],
    ['nothing', () => symlinkSync('no-such-file', join(root, 'b.js')), 'b.js'],
    ['nothing, above the path', () => symlinkSync(join(elsewhere, 'no'), join(root, 'src')), 'src/x/y.js'],
    ['the directory above', () => symlinkSync('..', join(root, 'src')), 'src/x.js'],
    ['itself', () => symlinkSync('src', join(root, 'src')), 'src/x.js'],
    ['the root', () => symlinkSync('.', join(root, 'src')), 'src'],
  ];
  for (const [title, make, path] of LINKS) {
    it(`refuses a link to ${title}`, async () => {
      make();
      const error = await thrownBy(() => realPathInside(root, path));
      expect(error).to.include({ code: 'E_OUTSIDE', exitCode: 3 });
      expect(error.message).to.contain(path);
    });
  }
});
