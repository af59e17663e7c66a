import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onCore } from './server.js';

/**
 * Start the load generator, on a core of its own. It runs with the Node that runs this program, whatever the servers run with.
 *
 * @returns `command(name, options)`, see `load.js`; `stop()`
 */
export function startGenerator() {
  const [command, ...args] = onCore(1, [process.execPath, fileURLToPath(new URL('./load.js', import.meta.url))]);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    command: async (name, options) => {
      child.send({ command: name, ...options });
      const [answer] = await once(child, 'message');
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
