import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { talk } from './serve.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

interface Program {
  child: ChildProcess;
  port: number;
  until(pattern: RegExp): Promise<unknown>;
  ended(): Promise<{ code: number | null; out: string; err: string }>;
}

describe('signals', function () {
  // Each starts a process of its own.
  this.timeout(60_000);
  let program: Program | undefined;
  afterEach(() => program?.child.kill('SIGKILL'));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`exits with 0 at ${signal} when everything is answered and closed`, async () => {
      program = await start('good');
      const idle = await talk(program.port);
      idle.send(GET);
      await idle.until(/answer/);
      program.child.kill(signal);
      await idle.closed();
      expect(await program.ended()).to.deep.include({ code: 0, err: '' });
      expect((await program.ended()).out).to.match(new RegExp(`goodbye ${signal}\nclosed\n$`));
    });

    it(`exits immediately at a second ${signal}, with 128 plus its number`, async () => {
      program = await start('good');
      (await talk(program.port)).send(GET.replace('/', '/hang'));
      await program.until(/hanging/);
      program.child.kill(signal);
      await program.until(/goodbye/);
      program.child.kill(signal);
      expect((await program.ended()).code).to.equal(signal === 'SIGTERM' ? 143 : 130);
      expect((await program.ended()).out).not.to.include('closed');
    });
  }

  it('exits after the last of several shutdowns', async () => {
    program = await start('two');
    program.child.kill('SIGTERM');
    expect((await program.ended()).code).to.equal(0);
    expect((await program.ended()).out).to.match(/\nclosed\nother closed\n$/);
  });

  for (const [mode, message] of [
    ['deadline', 'E_STOP_TIMEOUT: after 100 ms the shutdown still waited for pending requests\n'],
    ['failing', 'E_STOP_CLOSE: close[1] failed: lost\n'],
    ['rude', 'E_STOP_CLOSE: onSignal failed: no goodbye\n'],
  ] as const) {
    it(`exits with 1 and prints the reason: ${mode}`, async () => {
      program = await start(mode);
      if (mode === 'deadline') {
        (await talk(program.port)).send(GET.replace('/', '/hang'));
        await program.until(/hanging/);
      }
      program.child.kill('SIGTERM');
      expect(await program.ended()).to.deep.include({ code: 1, err: message });
    });
  }

  it('disconnects a cluster worker before it exits', async () => {
    const file = fileURLToPath(new URL('./programs/clustered.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, file]);
    expect(JSON.parse(stdout)).to.deep.equal({ events: ['disconnect'], code: 0, isVoluntary: true });
  });
});

// --- internal ---

async function start(mode: string): Promise<Program> {
  const file = fileURLToPath(new URL('./programs/stoppable.ts', import.meta.url));
  // What loads the sources is deprecated in later versions of Node, and says so on stderr.
  const args = ['--no-deprecation', ...process.execArgv, file, mode];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  const looks = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
    for (const look of looks) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const closed = once(child, 'close');
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => pattern.test(out) && resolve();
      looks.add(look);
      look();
      void closed.then(() => reject(new Error(`The program ended: ${out}${err}`)));
    });
  await until(/port \d+/);
  return {
    child,
    until,
    port: Number(/port (\d+)/.exec(out)?.[1]),
    ended: async () => ({ code: (await closed)[0], out, err }),
  };
}
