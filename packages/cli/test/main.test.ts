import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fileNames, makeDirectory, PACKAGE, put, removeDirectories } from './fixture.ts';

after(removeDirectories);

/** Run `src/main.ts` as a process of its own, the way this one runs. */
function runMain(args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [...process.execArgv, join(PACKAGE, 'src/main.ts'), ...args], {
    cwd: PACKAGE,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

describe('main', function () {
  this.timeout(30_000);

  it('hands the process over: arguments, both outputs, exit code', () => {
    const root = makeDirectory();
    const ran = runMain(['controller', 'post', '-r', '--cwd', root]);
    expect(ran.status, ran.stderr).to.equal(0);
    expect(ran.stdout).to.match(/^create {5}src\/controller\/rest\.js\n/);
    expect(ran.stderr).to.contain('Missing to run it');
    expect(fileNames(root)).to.include('src/controller/post.js');
    expect(runMain(['controller', '../x'])).to.include({ status: 2, stdout: '' });
  });

  it('names a working directory that is gone', () => {
    // What runs sources does not run there.
    const gone = 'data:text/javascript,process.cwd = () => { throw new Error("ENOENT") };';
    const ran = spawnSync(
      process.execPath,
      [...process.execArgv, `--import=${gone}`, join(PACKAGE, 'src/main.ts'), 'controller', 'post'],
      { cwd: PACKAGE, encoding: 'utf8', env: { ...process.env, PWD: '/gone' }, timeout: 20_000 },
    );
    expect(ran.stderr).to.match(/^error There is no directory "\/gone"\. \(E_NO_DIRECTORY\)\n/);
    expect(ran.status).to.equal(2);
  });

  it('takes a reader that closes early for no failure', () => {
    const command = 'set -o pipefail; "$0" "$@" --help | true';
    const args = [...process.execArgv, join(PACKAGE, 'src/main.ts')];
    const ran = spawnSync('bash', ['-c', command, process.execPath, ...args], { encoding: 'utf8' });
    expect(ran).to.include({ status: 0, stderr: '' });
  });

  const FULL: [outputs: string, stderr: string][] = [
    ['>/dev/full', 'error The output cannot be written: ENOSPC: no space left on device, write.\n'],
    ['2>/dev/full', ''],
    ['>/dev/full 2>&1', ''],
  ];
  // Only Linux has a device that is always full.
  for (const [outputs, stderr] of existsSync('/dev/full') ? FULL : []) {
    it(`exits with 70, without a stack, when the output cannot be written (${outputs})`, () => {
      const line = outputs.startsWith('2') ? 'controller ../x' : '--help';
      const args = [...process.execArgv, join(PACKAGE, 'src/main.ts')];
      const command = `"$0" "$@" ${line} ${outputs}`;
      const ran = spawnSync('bash', ['-c', command, process.execPath, ...args], { cwd: PACKAGE, encoding: 'utf8' });
      expect(ran).to.include({ status: 70, stdout: '', stderr });
    });
  }

  for (const [made, files, started] of [
    ['all in one file', ['main.js', 'rest-gen.cjs'], 'rest-gen.cjs'],
    ['all in one file, made behind the compiler', ['main.js', '.tsbuildinfo', 'rest-gen.cjs'], 'rest-gen.cjs'],
    ['what was compiled, where that file is not made', ['main.js', '.tsbuildinfo'], 'main.js'],
    ['what was compiled, where that file is older', ['main.js', 'rest-gen.cjs', '.tsbuildinfo'], 'main.js'],
  ] as const) {
    it(`is what the bin starts: ${made}`, () => {
      const root = makeDirectory();
      put(root, 'package.json', '{ "type": "module" }');
      for (const file of ['rest-gen.js', 'package.json'])
        put(root, `bin/${file}`, readFileSync(join(PACKAGE, 'bin', file)));
      for (const [index, file] of files.entries()) {
        put(root, `dist/${file}`, `console.log('${file}');`);
        utimesSync(join(root, 'dist', file), index + 1, index + 1);
      }
      const ran = spawnSync(process.execPath, [join(root, 'bin/rest-gen.js')], { encoding: 'utf8' });
      expect(ran).to.include({ status: 0, stdout: `${started}\n`, stderr: '' });
    });
  }
});
