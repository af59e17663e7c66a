import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Change, writeFiles } from '../../src/files/write-files.ts';
import { makeDirectory, put, read, removeDirectories, thrownBy, tree } from '../fixture.ts';

after(removeDirectories);

describe('writing files', () => {
  let root: string;
  let changes: Change[];
  beforeEach(() => {
    root = makeDirectory();
    put(root, 'src/router.js', 'old\n');
    put(root, 'src/other.js', 'other\n');
    put(root, 'src/gone/deep/old.js', 'gone\n');
    changes = [
      { target: join(root, 'src/a/b/new.js'), after: 'new\n' },
      { target: join(root, 'src/router.js'), before: 'old\n', after: 'edited\n' },
      { target: join(root, 'src/gone/deep/old.js'), before: 'gone\n', keep: join(root, 'src') },
    ];
  });

  it('creates and deletes directories too', async () => {
    await writeFiles(changes);
    expect(read(root, 'src/router.js')).to.equal('edited\n');
    expect(readdirSync(root, { recursive: true }).sort()).to.deep.equal(
      ['src', 'src/a', 'src/a/b', 'src/a/b/new.js', 'src/other.js', 'src/router.js'].sort(),
    );
  });

  it('keeps the mode of a file', async () => {
    chmodSync(join(root, 'src/router.js'), 0o640);
    await writeFiles(changes);
    expect(statSync(join(root, 'src/router.js')).mode & 0o777).to.equal(0o640);
  });

  it('undoes everything when it is interrupted', () => {
    const before = tree(root);
    const program = `
      import { writeFiles } from ${JSON.stringify(new URL('../../src/files/write-files.ts', import.meta.url).href)};
      const added = Array.from({ length: 500 }, (_, at) => ({ target: \`${root}/src/\${at}.js\`, after: 'new' }));
      const changed = { target: '${root}/src/router.js', before: 'old\\n', after: 'new' };
      const written = writeFiles([changed, ...added]);
      process.kill(process.pid, 'SIGINT');
      await written.catch((error) => console.log(error.code, error.exitCode));`;
    const { stdout } = spawnSync(process.execPath, [...process.execArgv, '--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(stdout).to.equal('E_INTERRUPTED 130\n');
    expect(tree(root)).to.deep.equal(before);
  });

  it('undoes everything when one file cannot be written', async () => {
    chmodSync(join(root, 'src/gone/deep/old.js'), 0o600);
    const before = tree(root);
    const impossible = { target: join(root, 'src/other.js/below.js'), after: '' };
    const error = await thrownBy(() => writeFiles([...changes, impossible]));
    expect(error).to.include({ code: 'E_WRITE', exitCode: 70 });
    expect(tree(root)).to.deep.equal(before);
    expect(statSync(join(root, 'src/gone/deep/old.js')).mode & 0o777).to.equal(0o600);
  });

  for (const [title, path, contents] of [
    ['was changed', 'src/router.js', 'changed\n'],
    ['appeared', 'src/a/b/new.js', 'mine\n'],
  ] as const) {
    it(`writes nothing when a file ${title} in the meantime`, async () => {
      put(root, path, contents);
      const before = tree(root);
      expect(await thrownBy(() => writeFiles(changes))).to.include({ code: 'E_CHANGED', exitCode: 3 });
      expect(tree(root)).to.deep.equal(before);
    });
  }
});
