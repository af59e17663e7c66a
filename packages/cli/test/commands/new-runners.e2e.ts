import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import { runsTypeScript } from '../../src/project/runtime.ts';
import { cli, fileNames, makeDirectory, read, removeDirectories, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

describe('rest-gen new --test node', function () {
  this.timeout(60_000);

  if (!runsTypeScript(process.versions.node)) {
    it('is refused where Node has no globs for its tests', async () => {
      const cwd = makeDirectory();
      const { code, err } = await cli(cwd, 'new shop --test node');
      expect(code).to.equal(2);
      expect(err.replace(/\s+/g, ' '))
        .to.contain(`--test node needs Node 22.18 or later, and this is ${process.versions.node}. (E_USAGE)`)
        .and.contain('Use another Node, or --test mocha.');
      expect(fileNames(cwd)).to.deep.equal([]);
    });
    return;
  }

  for (const language of ['ts', 'js']) {
    it(`writes tests that node runs, and that fail without the policy: ${language}`, async () => {
      const root = await makeShop(language === 'js' ? '--js' : '');
      const passed = test(root);
      expect(passed, passed.out).to.include({ code: 0 });
      expect(passed.out)
        .to.match(/^# pass 15$/m)
        .and.match(/^# fail 0$/m);
      rmSync(join(root, 'src/policy'), { recursive: true });
      const failed = test(root);
      expect(failed.code).to.equal(1);
      expect(failed.out).to.match(/^ +not ok \d+ - refuses to remove a record of another user$/m);
    });
  }

  it('writes the tests of rest-gen auth for it', async () => {
    const root = await makeShop('', ['auth']);
    const { code, out } = test(root);
    expect(code, out).to.equal(0);
    expect(out).to.match(/^ +ok \d+ - begins and ends a session$/m);
  });

  it('needs no other runner', async () => {
    const root = await makeShop('');
    const manifest = JSON.parse(read(root, 'package.json'));
    expect(manifest.engines.node).to.match(/^>=2[24]\./);
    for (const name of fileNames(root)) expect(read(root, name), name).not.to.match(/mocha|vitest/i);
    expect(runNode(root, [join(WORKSPACE, 'node_modules/typescript/bin/tsc')]).out).to.equal('');
  });

  it('has tests that take turns in the database of a server', async () => {
    const cwd = makeDirectory();
    await cli(cwd, 'new shop --js --test node --db postgres --no-install');
    const { scripts } = JSON.parse(read(cwd, 'shop/package.json'));
    expect(scripts.test).to.equal('node --test --test-concurrency=1 "test/**/*.test.js"');
  });
});

// --- internal ---

const RESOURCES = [
  'controller user name:string! -r --policy',
  'controller post title:string!:unique author_id:references:user -r --owner author_id',
  'action post archive reason:string!',
  'controller health',
];

async function makeShop(flags: string, lines: readonly string[] = RESOURCES): Promise<string> {
  const cwd = makeDirectory();
  await cli(cwd, `new shop --test node ${flags} --no-install`);
  const root = join(cwd, 'shop');
  for (const line of lines) {
    const ran = await cli(root, line);
    expect(ran, line + ran.err).to.include({ code: 0 });
  }
  symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
  return root;
}

/** Run the script `test` of a project, with a report for programs. */
function test(root: string): { code: number | null; out: string } {
  const { scripts } = JSON.parse(read(root, 'package.json'));
  const [command, ...args] = scripts.test.replaceAll('"', '').split(' ');
  expect(command).to.equal('node');
  return runNode(root, ['--test-reporter=tap', ...args]);
}

function runNode(root: string, args: readonly string[]): { code: number | null; out: string } {
  // The variable makes `node --test` silent: it would report to a runner that started it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  return { code: status, out: stdout + stderr };
}
