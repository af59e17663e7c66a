import { spawn } from 'node:child_process';
import { once } from 'node:events';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/g;

/**
 * Start a script of package.json that serves, with npm, and wait until it prints its address.
 *
 * @param {string} script - `dev`
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ url: () => string, output: () => string, stop: () => Promise<void> }>} `url` is the last address that was printed:
 *   a server that watches its files begins anew; `stop` ends npm and everything below it
 * @throws {Error} with what it printed, when it ends or says nothing within a minute
 */
export async function startScript(script, { cwd, env }) {
  const isWindows = process.platform === 'win32';
  const child = spawn('npm', ['run', script], {
    cwd,
    env,
    shell: isWindows,
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let printed = '';
  const url = () => printed.match(ADDRESS)?.at(-1);
  const isUp = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`npm run ${script} said no address in time:\n${printed}`)), 60_000);
    const listen = (chunk) => {
      printed += chunk;
      if (url()) resolve(clearTimeout(late));
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('close', (code) => reject(new Error(`npm run ${script} ended with ${code}:\n${printed}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      // npm, what watches, and the server: a group of processes of their own.
      if (isWindows) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
      else process.kill(-child.pid, 'SIGTERM');
    }
    await closed;
  };
  try {
    await isUp;
    return { url, output: () => printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
