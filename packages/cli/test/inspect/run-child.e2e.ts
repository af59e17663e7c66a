import { expect } from 'chai';
import { removeDirectories } from '../fixture.ts';
import { ask, makeStub } from './projects.ts';

after(removeDirectories);

describe('the process that a project is loaded in', function () {
  this.timeout(60_000);

  it('forwards the output of the project to stderr', async () => {
    const top = "console.log('to stdout'); process.stdout.write('and more\\n'); console.error('to stderr');\n";
    const { files, printed } = await ask(makeStub(top));
    expect(files).to.deep.equal(['stub']);
    expect(printed.split('\n').sort()).to.deep.equal(['', 'and more', 'to stderr', 'to stdout']);
  });

  const HARMLESS: [title: string, top: string][] = [
    [
      'keeps a server and a timer open',
      "import http from 'node:http'; http.createServer().listen(0); setInterval(() => {}, 1000);",
    ],
    ['blocks its exit', "process.on('exit', () => { for (;;); });"],
    [
      'handles signals',
      "for (const one of ['SIGTERM', 'SIGINT']) process.on(one, () => {}); setInterval(() => {}, 1000);",
    ],
    ['uses a channel to its parent', "process.disconnect?.(); process.send?.('ready');"],
    ['closes its outputs', 'process.stdout.destroy(); process.stderr.destroy();'],
    ['has its own process.exit', 'process.exit = () => {}; setInterval(() => {}, 1000);'],
    ['checks its arguments', 'if (process.argv.length !== 2) throw new Error(process.argv.join());'],
    [
      'leaves a process behind that holds its outputs',
      "import { spawn } from 'node:child_process'; spawn(process.execPath, ['-e', 'setTimeout(() => {}, 9000)'], { stdio: 'inherit', detached: true }).unref();",
    ],
  ];
  for (const [title, top] of HARMLESS) {
    it(`reads a project that ${title}`, async () => {
      expect(await ask(makeStub(top))).to.deep.equal({ files: ['stub'], notes: [], printed: '' });
    });
  }

  it('has a note about rejected promises of the project', async () => {
    const { files, notes } = await ask(makeStub("Promise.reject(new TypeError('no store'));"));
    expect(files).to.deep.equal(['stub']);
    expect(notes).to.deep.equal(['The project threw while it was read: TypeError: no store.']);
  });

  it('names the line that ends the process', async () => {
    const { error } = await ask(makeStub('const a = 1;\nprocess.exit(3);\n'));
    expect(error).to.include({ code: 'E_PROJECT_EXIT', exitCode: 1 });
    expect(error?.message).to.equal(
      'The project ended the process (exit code 3) while it was read at src/config/router.js:2:9.',
    );
  });

  it('names the signal that ended it', async () => {
    const { error } = await ask(makeStub("process.kill(process.pid, 'SIGKILL'); for (;;);"));
    expect(error).to.include({ code: 'E_PROJECT_EXIT', exitCode: 1 });
    expect(error?.message).to.contain('(SIGKILL)');
  });

  it('names the exit code without a reply', async () => {
    const { error } = await ask(makeStub("process.removeAllListeners('exit'); process.exit(7);"));
    expect(error?.message).to.contain('(exit code 7)');
  });

  it('has a time limit', async () => {
    const { error } = await ask(makeStub('for (;;);'), { timeout: 1500 });
    expect(error).to.include({ code: 'E_PROJECT_TIMEOUT', exitCode: 1 });
    expect(error?.message).to.equal('The project was not read within 1.5 seconds.');
  });
});
