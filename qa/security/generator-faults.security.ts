import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import {
  cli,
  copy,
  makeDirectory,
  makeProject,
  NOW,
  program,
  removeDirectories,
  tree,
} from '../../packages/cli/test/fixture.ts';

const LINE = 'controller v1/post title:string! body:text -r';
const ROUTER =
  "import { defineRules } from '@rest-gen/router';\n\nexport default defineRules([\n  ['/tag/:id?', 'rest'],\n]);\n";

describe('generator: all files or none', function () {
  this.timeout(180_000);
  let root: string;
  let before: Record<string, string>;
  let done: Record<string, string>;
  beforeEach(async () => {
    root = makeProject('js-esm', { model: true, files: { 'src/config/router.js': ROUTER } });
    before = tree(root);
    const finished = copy(root);
    expect((await cli(finished, LINE)).code).to.equal(0);
    done = tree(finished);
  });
  afterEach(removeDirectories);

  it('the command makes files in many directories, and changes one that is there', () => {
    expect(Object.keys(done)).to.include.members(['src/controller/v1/post.js', 'src/logic/v1/post.js', 'migrations/']);
    expect(done['src/config/router.js']).to.be.a('string').and.not.equal(before['src/config/router.js']);
  });

  for (const path of ['src/controller', 'src/controller/v1', 'src/logic', 'src/logic/v1', 'migrations', '.rest-gen']) {
    it(`a file is in the place of the directory ${path}`, async () => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), 'mine\n');
      before = tree(root);
      const ran = await cli(root, `${LINE} --force`);
      expect(ran.code, ran.err).to.be.oneOf([3, 70]);
      expect(ran.err).to.match(/\((?:E_CONFLICT|E_WRITE|E_MANIFEST)\)/);
      expect(tree(root)).to.deep.equal(before);
    });
  }

  for (const path of ['src/controller/v1/post.js', 'src/logic/v1/post.js', '.rest-gen/manifest.json']) {
    it(`a directory is in the place of the file ${path}`, async () => {
      mkdirSync(join(root, path), { recursive: true });
      before = tree(root);
      const ran = await cli(root, `${LINE} --force`);
      expect(ran.err).to.match(/\((?:E_CONFLICT|E_MANIFEST)\)/);
      expect(tree(root)).to.deep.equal(before);
    });
  }

  for (const path of ['src/config', 'src/logic', 'src/controller', 'migrations', '.rest-gen']) {
    it(`${path} can only be read`, async function () {
      mkdirSync(join(root, path), { recursive: true });
      before = tree(root);
      const copied = join(makeDirectory(), 'copied');
      cpSync(join(root, path), copied, { recursive: true });
      if (!mounted(this, ['--bind', copied, join(root, path)])) return;
      try {
        expect(spawnSync('mount', ['-o', 'remount,bind,ro', join(root, path)]).status).to.equal(0);
        expect((await cli(root, LINE)).err).to.match(/EROFS.*\(E_WRITE\)/s);
        expect(tree(root)).to.deep.equal(before);
      } finally {
        spawnSync('umount', [join(root, path)]);
      }
      expect((await cli(root, LINE)).code).to.equal(0);
      expect(tree(root)).to.deep.equal(done);
    });
  }

  for (const [what, most] of [
    ['size', 40],
    ['nr_inodes', 50],
  ] as const) {
    it(`the disk is full, after any number of ${what === 'size' ? 'blocks' : 'files'}`, async function () {
      const disk = makeDirectory();
      const codes: number[] = [];
      for (let left = 1; left <= most; left += 1) {
        const limit = what === 'size' ? `size=${left * 4}k` : `nr_inodes=${left},size=1m`;
        if (!mounted(this, ['-t', 'tmpfs', '-o', limit, 'none', disk])) return;
        try {
          if (!copied(root, disk)) continue;
          const ran = await cli(disk, LINE);
          codes.push(ran.code);
          expect(ran.code, ran.err).to.be.oneOf([0, 70]);
          if (ran.code === 70) expect(ran.err).to.match(/ENOSPC.*\(E_WRITE\)/s);
          expect(tree(disk)).to.deep.equal(ran.code === 0 ? done : before);
        } finally {
          spawnSync('umount', [disk]);
        }
      }
      expect(codes.filter((code) => code === 70).length, codes.join()).to.be.above(5);
      expect(codes.at(-1)).to.equal(0);
    });
  }

  it('killed at any step, it leaves no torn file, and the next run completes it', async () => {
    const texts = new Set([...Object.entries(before), ...Object.entries(done)].map(String));
    let killed = 0;
    for (let step = 0; step < 200; step += step < 24 ? 3 : 8) {
      const own = copy(root);
      const { signal } = start(own, step);
      killed += Number(signal === 'SIGKILL');
      const left = Object.entries(tree(own)).filter(([path]) => !/\.tmp$|^\.rest-gen\.lock$/.test(path));
      for (const entry of left) expect(texts, `step ${step}`).to.include(String(entry));
      expect((await cli(own, LINE)).code).to.equal(0);
      const whole = Object.entries(tree(own)).filter(([path]) => !/\.tmp$|manifest\.json$|\.lock$/.test(path));
      expect(whole, `step ${step}`).to.deep.equal(
        Object.entries(done).filter(([path]) => !/manifest\.json$/.test(path)),
      );
      if (signal === null) break;
    }
    expect(killed).to.be.above(8);
  });

  it('two runs of one command at once come to the same as one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = copy(root);
      const runs = await Promise.all([cli(own, LINE), cli(own, LINE), cli(own, LINE)]);
      for (const { code, err } of runs) expect(code, err).to.equal(0);
      expect(tree(own)).to.deep.equal(done);
    }
  });

  it('a controller is made and destroyed at once: all of it is there, or nothing', async () => {
    const own = ['src/controller/v1/post.js', 'src/logic/v1/post.js'];
    for (let round = 0; round < 5; round += 1) {
      const project = copy(root);
      await Promise.all([cli(project, LINE), cli(project, 'destroy controller v1/post')]);
      const there = own.filter((path) => path in tree(project));
      expect(there.length).to.be.oneOf([0, own.length]);
      const hasRule = readFileSync(join(project, 'src/config/router.js'), 'utf8').includes('/v1/post/:id?');
      expect(hasRule).to.equal(there.length > 0);
    }
  });

  it('of two projects that are begun in one place at once, one is made, whole', async () => {
    const alone = makeDirectory();
    expect((await cli(alone, 'new blog --no-install')).code).to.equal(0);
    for (let round = 0; round < 8; round += 1) {
      const directory = makeDirectory();
      const line = 'new blog --no-install';
      const runs = await Promise.all([cli(directory, line), cli(directory, line), cli(directory, line)]);
      expect(runs.filter(({ code }) => code === 0)).to.have.length(1);
      expect(tree(directory)).to.deep.equal(tree(alone));
    }
  });
});

// --- internal ---

/** Mount; where that needs rights that are not there, the test is left out. */
function mounted(context: Mocha.Context, words: readonly string[]): boolean {
  if (spawnSync('mount', words).status === 0) return true;
  if (process.env.REST_GEN_SERVERS === 'required') throw new Error('A file system cannot be mounted here.');
  context.skip();
}

function copied(from: string, to: string): boolean {
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    return true;
  } catch {
    // Not even what is there fits.
    return false;
  }
}

/** Run the command in a process of its own, killed half way through its step of this number. */
function start(cwd: string, step: number): { status: number | null; signal: NodeJS.Signals | null } {
  const [command = '', ...words] = program();
  const hook = `data:text/javascript,${encodeURIComponent(KILLER.replace('STEP', String(step)))}`;
  const given = [...words.slice(0, -1), '--import', hook, words.at(-1) as string, ...LINE.split(' ')];
  return spawnSync(command, given, { cwd, stdio: 'ignore' });
}

const KILLER = `
import { promises } from 'node:fs';
globalThis.Date = class extends Date { constructor(...given) { super(...(given.length > 0 ? given : [${NOW.getTime()}])); } };
let left = STEP;
const kill = () => process.kill(process.pid, 'SIGKILL');
for (const name of ['mkdir', 'writeFile', 'chmod', 'rename', 'unlink', 'rmdir']) {
  const real = promises[name];
  promises[name] = async (path, ...given) => {
    if (left-- !== 0) return real(path, ...given);
    if (name === 'writeFile') await real(path, given[0].slice(0, given[0].length / 2), given[1]);
    kill();
  };
}
`;
