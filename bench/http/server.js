import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { processTree, readCpu } from './cpu.js';

/** Whether servers and the generator have a core each. */
export const PINNED = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** A command that runs on one core: 0 for servers, 1 for the generator. */
export function onCore(core, command) {
  return PINNED ? ['taskset', '-c', String(core), ...command] : command;
}

/**
 * Start a contestant.
 *
 * @param node - the binary
 * @param count - of resources
 * @returns what `launch` does
 */
export function startServer({ name }, node, count) {
  return launch(name, [node, fileURLToPath(new URL(`./contestants/${name}.js`, import.meta.url)), String(count)]);
}

/**
 * Start a program that tells its port, on the core of the servers.
 *
 * @param name - for errors
 * @param env - variables of the environment beside those of this process
 * @param stderr - `ignore` for a program that writes much
 * @returns what it tells, its port; `readCpu()`, the CPU time of its processes in microseconds; `ask(question)`, another message and its answer; `stop()`; `end()`, which lets it write what it writes at its end
 * @throws {Error} when it does not listen within two minutes
 */
export async function launch(name, program, env = {}, stderr = 'inherit') {
  const [command, ...args] = onCore(0, program);
  const stdio = ['ignore', 'ignore', stderr, 'ipc'];
  const child = spawn(command, args, { stdio, env: { ...process.env, NODE_ENV: 'production', ...env } });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  ended.catch(() => {});
  const [told] = await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(120_000) }), ended]);
  const pids = processTree(child.pid);
  const ask = async (question) => {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer;
  };
  return {
    ...told,
    ask,
    readCpu: async () => readCpu(pids) ?? (await ask('cpu')).cpu,
    // The first of them first: it would start others in place of those that end.
    stop: () => {
      for (const pid of pids) kill(pid);
    },
    end: () => {
      child.disconnect();
      return once(child, 'exit');
    },
  };
}

// --- internal ---

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
