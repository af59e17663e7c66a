import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Wire } from './wire.js';
import { emptyMemory } from './write-request.js';

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)/;

/** One of the two versions: its process, and a connection to it. */
export class Side {
  /** @type {Wire} */
  wire;
  /** What requests refer to: entity tags by path, and the last `Location` and link `next`. */
  memory = emptyMemory();
  #child;
  #printed = '';
  #waiting = [];

  /**
   * Start a version of an application.
   *
   * @param {import('./child.js').Settings} settings @param {Record<string, string>} env
   */
  static async start(settings, env) {
    const side = new Side();
    const { NODE_OPTIONS: _, ...own } = process.env;
    side.#child = spawn(process.execPath, [CHILD], {
      cwd: settings.directory,
      env: {
        ...own,
        ...env,
        PORT: '0',
        DATABASE_URL: settings.url,
        NODE_ENV: 'production',
        DEBUG: '',
        PARITY: JSON.stringify(settings),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    side.wire = new Wire(await side.#listen());
    return side;
  }

  /** @param {string} order @param {object} [values] - one of the orders of the child */
  ask(order, values = {}) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.send({ order, ...values });
    });
  }

  /** What the process has printed, at most the end of it. */
  get printed() {
    return this.#printed.slice(-4_000);
  }

  async stop() {
    this.wire?.close();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    // It ends when nobody drives it.
    if (this.#child.connected) this.#child.disconnect();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  }

  // --- internal ---

  async #listen() {
    const child = this.#child;
    child.on('message', ({ result, error }) => {
      const { resolve, reject } = this.#waiting.shift();
      if (error === undefined) resolve(result);
      else reject(new Error(error));
    });
    child.once('exit', (code, signal) => {
      const error = new Error(`The process of a version ended with ${code ?? signal}:\n${this.printed}`);
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
    return new Promise((resolve, reject) => {
      const read = (chunk) => {
        this.#printed = (this.#printed + chunk).slice(-20_000);
        const address = ADDRESS.exec(this.#printed);
        if (address) resolve(Number(address[1]));
      };
      child.stdout.setEncoding('utf8').on('data', read);
      child.stderr.setEncoding('utf8').on('data', read);
      child.once('exit', (code) => reject(new Error(`A version did not start (${code}):\n${this.printed}`)));
    });
  }
}
