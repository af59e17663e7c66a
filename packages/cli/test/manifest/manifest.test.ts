import { expect } from 'chai';
import type { ComparedFile } from '../../src/compare.ts';
import { forgetFiles, hashOf, MANIFEST, readManifest, recordFiles } from '../../src/manifest/manifest.ts';
import { writeFiles } from '../../src/write.ts';
import { fileNames, makeDirectory, put, read, removeDirectories, thrownBy } from '../fixture.ts';

after(removeDirectories);

const made = (path: string, after: string): ComparedFile => ({ path, status: 'create', after, target: path });

describe('the manifest', () => {
  it('is empty where there is none', () => {
    expect(readManifest(makeDirectory())).to.deep.equal(new Map());
  });

  it('has one line a file, sorted', async () => {
    const root = makeDirectory();
    await writeFiles(root, recordFiles(root, [made('src/b.ts', 'b\n'), made('src/a.ts', 'a\n')]));
    await writeFiles(root, recordFiles(root, [made('src/aa.ts', 'aa\n')]));
    const lines = read(root, MANIFEST).split('\n').slice(3, 6);
    expect(lines.map((line) => line.trim().split('"')[1])).to.deep.equal(['src/a.ts', 'src/aa.ts', 'src/b.ts']);
    expect(readManifest(root).get('src/b.ts')).to.equal(hashOf('b\n'));
  });

  it('does not change for what was not made', () => {
    const root = makeDirectory();
    const there: ComparedFile = { path: 'src/a.ts', status: 'identical', target: 'src/a.ts' };
    const rule: ComparedFile = { ...made('src/config/router.ts', 'x'), rule: "['/a/:id?', 'rest']" };
    expect(recordFiles(root, [there, rule])).to.deep.equal([]);
    expect(forgetFiles(root, ['src/a.ts'])).to.deep.equal([]);
  });

  it('goes with its last file, and its directory with it', async () => {
    const root = makeDirectory();
    await writeFiles(root, recordFiles(root, [made('src/a.ts', 'a\n')]));
    await writeFiles(root, forgetFiles(root, ['src/a.ts']));
    expect(fileNames(root)).to.deep.equal([]);
  });

  it('takes no notice of line ends', () => {
    expect(hashOf('a\r\nb\r\n')).to.equal(hashOf('a\nb\n'));
    expect(hashOf('a\nb')).not.to.equal(hashOf('a\nb\n'));
  });

  for (const text of [
    '',
    '<<<<<<< ours\n',
    '[]',
    '{"version":2,"files":{}}',
    '{"version":1,"files":{"a":1}}',
    '{"version":1,"files":"ab"}',
    '{"version":1,"files":["a"]}',
  ]) {
    it(`is refused when it is ${JSON.stringify(text)}`, async () => {
      const root = makeDirectory();
      put(root, MANIFEST, text);
      expect(await thrownBy(() => readManifest(root))).to.include({ code: 'E_MANIFEST', exitCode: 3 });
    });
  }
});
