import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CliError } from '../src/errors.ts';
import { LOCK, untilUnchanged, withLock } from '../src/lock.ts';
import {
  cli,
  makeDirectory,
  makeProject,
  PACKAGE,
  program,
  put,
  read,
  removeDirectories,
  thrownBy,
} from './fixture.ts';

after(removeDirectories);

const NAMES = ['post', 'tag', 'user', 'book', 'page', 'song', 'film', 'game'];

/** Start the command line in a process of its own; gives its exit code and messages. */
function start(root: string, args: string[]): Promise<{ code: number | null; err: string }> {
  const [command = '', ...words] = program();
  const child = spawn(command, [...words, ...args, '--cwd', root], {
    cwd: PACKAGE,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, err }));
  });
}

/** The id of a process that has ended. */
function ended(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

describe('withLock', () => {
  it('lets one in at a time, and leaves nothing behind', async () => {
    const root = makeDirectory();
    let inside = 0;
    const work = async () => {
      inside += 1;
      await new Promise((resolve) => setImmediate(resolve));
      expect(inside).to.equal(1);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLock(root, work)));
    expect(existsSync(join(root, LOCK))).to.equal(false);
  });

  it('opens again when the work fails', async () => {
    const root = makeDirectory();
    const failure = new Error('no');
    expect(await withLock(root, () => Promise.reject(failure)).catch((error: unknown) => error)).to.equal(failure);
    expect(existsSync(join(root, LOCK))).to.equal(false);
  });

  for (const [title, text] of [
    ['of a process that is running', `${process.pid} ${hostname()}\n`],
    ['of another machine', `${ended()} elsewhere\n`],
    ['that names nobody', ''],
  ] as const) {
    it(`names a lock ${title}, and does not remove it`, async () => {
      const root = makeDirectory();
      put(root, LOCK, text);
      const error = await thrownBy(() => withLock(root, async () => undefined, 0));
      expect(error).to.include({ code: 'E_LOCKED', exitCode: 3 });
      expect(error.message).to.contain(join(root, LOCK));
      expect(error.wayOut).to.contain('remove the file');
      expect(read(root, LOCK)).to.equal(text);
    });
  }

  for (const text of ['', '12', `${ended()} ${hostname()}`]) {
    it(`removes a lock that was not written to its end: ${JSON.stringify(text)}`, async () => {
      const root = makeDirectory();
      put(root, LOCK, text);
      utimesSync(join(root, LOCK), 0, Date.now() / 1000 - 2);
      expect(await withLock(root, async () => 'done', 0)).to.equal('done');
      expect(readdirSync(root)).to.eql([]);
    });
  }

  it('removes the lock of a run that was stopped, and lets one in at a time then too', async () => {
    const root = makeDirectory();
    put(root, LOCK, `${ended()} ${hostname()}\n`);
    let inside = 0;
    const work = async () => {
      inside += 1;
      await new Promise((resolve) => setImmediate(resolve));
      expect(inside).to.equal(1);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLock(root, work)));
    expect(readdirSync(root)).to.eql([]);
  });

  it('removes what a run left that was stopped while it removed the lock of another one', async () => {
    const root = makeDirectory();
    for (const name of [LOCK, `${LOCK}.old`, `${LOCK}.old.old`]) put(root, name, `${ended()} ${hostname()}\n`);
    expect(await withLock(root, async () => 'done', 0)).to.equal('done');
    expect(readdirSync(root)).to.eql([]);
  });

  // Nothing is forbidden to root, and Windows has no such directories.
  if (process.getuid !== undefined && process.getuid() !== 0) {
    it('stands in src where nothing may be written into the root', async () => {
      const root = makeDirectory();
      mkdirSync(join(root, 'src'));
      chmodSync(root, 0o555);
      try {
        expect(await withLock(root, async () => readdirSync(join(root, 'src')))).to.eql([LOCK]);
        expect(readdirSync(join(root, 'src'))).to.eql([]);
      } finally {
        chmodSync(root, 0o755);
      }
    });
  }

  it('gives what the work gives when somebody has removed the lock by hand', async () => {
    const root = makeDirectory();
    const work = async () => {
      rmSync(join(root, LOCK));
      return 'done';
    };
    expect(await withLock(root, work)).to.equal('done');
  });
});

describe('untilUnchanged', () => {
  const changed = new CliError('E_CHANGED', 'x has changed.', 'Again.');

  it('begins again when a file has changed in between', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts < 3) throw changed;
      return 'done';
    };
    expect(await untilUnchanged(attempt)).to.equal('done');
    expect(attempts).to.equal(3);
  });

  it('ends, and passes other errors through', async () => {
    expect(await thrownBy(() => untilUnchanged(() => Promise.reject(changed)))).to.equal(changed);
    const other = new CliError('E_CONFLICT', 'x', 'y');
    expect(await thrownBy(() => untilUnchanged(() => Promise.reject(other)))).to.equal(other);
  });
});

describe('several runs at once', function () {
  this.timeout(60_000);

  it('lose no rule', async () => {
    const root = makeProject('js-esm');
    await cli(root, 'controller first -r');
    for (let round = 1; round <= 3; round += 1) {
      const names = NAMES.map((name) => `${name}${round}`);
      const runs = await Promise.all(names.map((name) => start(root, ['controller', name, '-r'])));
      for (const { code, err } of runs) expect(code, err).to.equal(0);
      for (const name of names) expect(read(root, 'src/config/router.js')).to.contain(`['/${name}/:id?', 'rest']`);
    }
  });
});
