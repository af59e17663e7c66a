import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { cli, copy, makeDirectory, makeProject, removeDirectories, tree } from '../../packages/cli/test/fixture.ts';

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

  for (const path of ['src/controller', 'src/controller/v1', 'src/logic', 'src/logic/v1', 'migrations']) {
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

  for (const path of ['src/controller/v1/post.js', 'src/logic/v1/post.js']) {
    it(`a directory is in the place of the file ${path}`, async () => {
      mkdirSync(join(root, path), { recursive: true });
      before = tree(root);
      const ran = await cli(root, `${LINE} --force`);
      expect(ran.err).to.match(/\(E_CONFLICT\)/);
      expect(tree(root)).to.deep.equal(before);
    });
  }

  for (const path of ['src/config', 'src/logic', 'src/controller', 'migrations']) {
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
      expect(codes.filter((code) => code === 70).length, codes.join()).to.be.above(3);
      expect(codes.at(-1)).to.equal(0);
    });
  }
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
