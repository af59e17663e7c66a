import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { BIN, fileNames, makeProject, PACKAGE, removeDirectories, start } from './fixture.ts';

after(removeDirectories);

describe('main', function () {
  this.timeout(30_000);

  it('uses arguments, outputs and exit code of the process', async () => {
    const root = makeProject('empty');
    const ran = await start(PACKAGE, ['controller', 'post', '-r', '--cwd', root]);
    expect(ran.code, ran.err).to.equal(0);
    expect(ran.out).to.match(/^create {5}src\/controller\/rest\.js\n/);
    expect(ran.err).to.contain('Required to run it');
    expect(fileNames(root)).to.include('src/controller/post.js');
    expect(await start(PACKAGE, ['controller', '../x'])).to.include({ code: 2, out: '' });
  });

  it('reports a working directory that was deleted', () => {
    const gone = 'data:text/javascript,process.cwd = () => { throw new Error("ENOENT") };';
    const ran = spawnSync(process.execPath, [`--import=${gone}`, BIN, 'controller', 'post'], {
      cwd: PACKAGE,
      encoding: 'utf8',
      env: { ...process.env, PWD: '/gone' },
      timeout: 20_000,
    });
    expect(ran.stderr).to.match(/^error There is no directory "\/gone"\. \(E_NO_DIRECTORY\)\n/);
    expect(ran.status).to.equal(2);
  });

  it('does not fail when the reader closes early', () => {
    const command = 'set -o pipefail; "$0" "$@" --help | true';
    const args = [BIN];
    const ran = spawnSync('bash', ['-c', command, process.execPath, ...args], { encoding: 'utf8' });
    expect(ran).to.include({ status: 0, stderr: '' });
  });

  const FULL: [outputs: string, stderr: string][] = [
    ['>/dev/full', 'error Cannot write the output: ENOSPC: no space left on device, write.\n'],
    ['2>/dev/full', ''],
    ['>/dev/full 2>&1', ''],
  ];
  // Only Linux has a device that is always full.
  for (const [outputs, stderr] of existsSync('/dev/full') ? FULL : []) {
    it(`exits with 70 when the output cannot be written (${outputs})`, () => {
      const line = outputs.startsWith('2') ? 'controller ../x' : '--help';
      const args = [BIN];
      const command = `"$0" "$@" ${line} ${outputs}`;
      const ran = spawnSync('bash', ['-c', command, process.execPath, ...args], { cwd: PACKAGE, encoding: 'utf8' });
      expect(ran).to.include({ status: 70, stdout: '', stderr });
    });
  }
});
