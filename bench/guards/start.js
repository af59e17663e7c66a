import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processTree, readCpu } from '../http/cpu.js';
import { onCore } from '../http/server.js';

/**
 * A process that waits for eight seconds is made smaller by V8, and afterwards is slower by a fifth, for longer than a round: who is measured late would
 * seem to cost more.
 */
const STEADY = '--no-memory-reducer';

/**
 * Start ours as a lane has it, on the core of the servers.
 *
 * @returns its port; `readCpu()`, its CPU time in microseconds; `stop()`
 * @throws {Error} when it does not listen within a minute
 */
export async function startLane(name) {
  const file = fileURLToPath(new URL('./program.js', import.meta.url));
  const [command, ...args] = onCore(0, [process.execPath, STEADY, file, '1', name]);
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'];
  const child = spawn(command, args, { stdio, env: { ...process.env, NODE_ENV: 'production' } });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  ended.catch(() => {});
  const [{ port }] = await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(60_000) }), ended]);
  const pids = processTree(child.pid);
  const ask = async () => {
    child.send('cpu');
    const [{ cpu }] = await once(child, 'message');
    return cpu;
  };
  return { port, readCpu: async () => readCpu(pids) ?? ask(), stop: () => child.kill('SIGKILL') };
}
