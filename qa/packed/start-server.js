import { spawn } from 'node:child_process';
import { once } from 'node:events';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/**
 * @typedef {object} Server
 * @property {string} url - `http://127.0.0.1:41234`
 * @property {() => string} output - everything it printed so far
 * @property {() => Promise<void>} stop - ends the process, and only this one
 */

/**
 * Start a server with Node and wait until it prints its address.
 *
 * @param {string | readonly string[]} entry - file, relative to `cwd`; or flags of Node and the file
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, timeout?: number, node?: string }} options - `timeout` in milliseconds, 30,000 by default;
 *   `node` is this Node by default
 * @returns {Promise<Server>}
 * @throws {Error} with what it printed, when it ends or says nothing in time
 */
export async function startServer(entry, { cwd, env, timeout = 30_000, node = process.execPath }) {
  const child = spawn(node, [entry].flat(), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const deadline = AbortSignal.timeout(timeout);
  let printed = '';
  const url = new Promise((resolve, reject) => {
    const listen = (chunk) => {
      printed += chunk;
      const address = ADDRESS.exec(printed);
      if (address) resolve(address[0]);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${entry} ended with ${code}:\n${printed}`)));
    deadline.addEventListener('abort', () => reject(new Error(`${entry} said no address in time:\n${printed}`)));
  });
  const stop = async () => {
    child.kill();
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await closed;
    clearTimeout(late);
  };
  try {
    return { url: await url, output: () => printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
