import { chmodSync, promises, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Change, type FileSystem, writeFiles } from '../src/write.ts';
import { makeDirectory, put, read, removeDirectories, thrownBy, tree } from './fixture.ts';

after(removeDirectories);

const STEPS = ['mkdir', 'readFile', 'writeFile', 'stat', 'chmod', 'rename', 'unlink'] as const;

/** The real file system, in which the n-th call of one function fails. */
function failingAt(step: (typeof STEPS)[number], nth: number): { fs: FileSystem; calls: () => number } {
  let calls = 0;
  const real = promises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const fail = async (...args: unknown[]) => {
    calls += 1;
    if (calls === nth) throw Object.assign(new Error(`ENOSPC: no space left on device, ${step}`), { code: 'ENOSPC' });
    return real[step]?.(...args);
  };
  return { fs: { ...promises, [step]: fail } as unknown as FileSystem, calls: () => calls };
}

describe('writeFiles', () => {
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
      { target: join(root, 'src/a/second.js'), after: 'second\n' },
      { target: join(root, 'src/gone/deep/old.js'), before: 'gone\n', keep: join(root, 'src') },
    ];
  });

  it('writes everything and leaves nothing else behind', async () => {
    await writeFiles(root, changes);
    for (const { target, after } of changes) if (after !== undefined) expect(read('/', target)).to.equal(after);
    expect(readdirSync(root, { recursive: true })).to.have.members([
      'src',
      'src/a',
      'src/a/b',
      'src/a/b/new.js',
      'src/a/second.js',
      'src/other.js',
      'src/router.js',
    ]);
  });

  it('keeps the rights of a file', async () => {
    chmodSync(join(root, 'src/router.js'), 0o640);
    await writeFiles(root, changes);
    expect(statSync(join(root, 'src/router.js')).mode & 0o777).to.equal(0o640);
  });

  it('takes everything back, whichever step fails', async () => {
    const before = tree(root);
    for (const step of STEPS) {
      for (let nth = 1; ; nth++) {
        const { fs, calls } = failingAt(step, nth);
        const error = await writeFiles(root, changes, fs).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error === undefined) {
          expect(nth, step).to.be.greaterThan(1);
          break;
        }
        expect(calls()).to.be.at.least(nth);
        expect(error).to.include({ code: 'E_WRITE', exitCode: 70 });
        expect((error as Error).message).to.contain('ENOSPC');
        expect(tree(root), `${step} ${nth}`).to.deep.equal(before);
      }
      for (const { target, before: text } of changes) {
        if (text === undefined) rmSync(target, { force: true });
        else put('/', target, text);
      }
      rmSync(join(root, 'src/a'), { recursive: true, force: true });
    }
  });

  it('takes everything back on a disk that is full by then', async () => {
    const before = tree(root);
    let isFull = false;
    const full: FileSystem = {
      ...(promises as unknown as FileSystem),
      rename: async (from, to) => {
        if (to === changes[2]?.target) isFull = true;
        if (isFull && to === changes[2]?.target) throw new Error('EBUSY: resource busy');
        await promises.rename(from, to);
      },
      writeFile: async (path, contents, options) => {
        // A full disk lets a file be opened, and so be emptied.
        await promises.writeFile(path, isFull ? '' : contents, options);
        if (isFull) throw new Error('ENOSPC: no space left on device');
      },
    };
    expect(await thrownBy(() => writeFiles(root, changes, full))).to.include({ code: 'E_WRITE' });
    expect(tree(root)).to.deep.equal(before);
  });

  it('takes back what it can when taking back fails too', async () => {
    const { fs } = failingAt('rename', 3);
    const error = await thrownBy(() =>
      writeFiles(root, changes, { ...fs, rmdir: () => Promise.reject(new Error('EBUSY')) }),
    );
    expect(error.code).to.equal('E_WRITE');
    expect(read(root, 'src/router.js')).to.equal('old\n');
    expect(Object.keys(tree(root))).to.include.members([
      'src/',
      'src/a/',
      'src/a/b/',
      'src/router.js',
      'src/other.js',
      'src/gone/deep/old.js',
    ]);
  });

  it('does not write over what has changed in the meantime', async () => {
    put(root, 'src/router.js', 'changed\n');
    const before = tree(root);
    const error = await thrownBy(() => writeFiles(root, changes));
    expect(error).to.include({ code: 'E_CHANGED', exitCode: 3 });
    expect(tree(root)).to.deep.equal(before);
  });

  it('does not write over what has appeared in the meantime', async () => {
    put(root, 'src/a/second.js', 'appeared\n');
    const before = tree(root);
    expect(await thrownBy(() => writeFiles(root, changes))).to.include({ code: 'E_CHANGED' });
    expect(tree(root)).to.deep.equal(before);
  });

  it('says what a directory that cannot be written to costs', async () => {
    put(root, 'src/a', 'a file where a directory has to be');
    const before = tree(root);
    expect(await thrownBy(() => writeFiles(root, changes))).to.include({ code: 'E_WRITE' });
    expect(tree(root)).to.deep.equal(before);
  });

  it('removes an empty directory up to the one that stays, and none with something in it', async () => {
    put(root, 'src/gone/other.js', 'other\n');
    await writeFiles(root, changes);
    expect(Object.keys(tree(root)))
      .to.include('src/gone/')
      .and.not.include('src/gone/deep/');
  });

  it('does not remove what has changed in the meantime', async () => {
    put(root, 'src/gone/deep/old.js', 'changed\n');
    const before = tree(root);
    expect(await thrownBy(() => writeFiles(root, changes))).to.include({ code: 'E_CHANGED' });
    expect(tree(root)).to.deep.equal(before);
  });

  it('has nothing to do for no changes', async () => {
    const before = tree(root);
    await writeFiles(root, []);
    expect(tree(root)).to.deep.equal(before);
  });
});
