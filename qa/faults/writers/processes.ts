import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Several processes of the application on one store; each may be killed, and another one takes its place. */
export class Processes {
  readonly #address: string;
  #running: Running[] = [];

  constructor(address: string) {
    this.#address = address;
  }

  async start(count: number): Promise<void> {
    for (let index = 0; index < count; index++) this.#running.push(await startOne(this.#address));
  }

  /** Where a client sends its next request. */
  url(client: number): string {
    return this.#running[client % this.#running.length]?.url as string;
  }

  /** `kill -9` of the oldest, and start another one. */
  async kill(): Promise<void> {
    const [oldest, ...others] = this.#running;
    const exit = end(oldest?.child as ChildProcess, 'SIGKILL');
    // Clients go on with the others.
    this.#running = others;
    await exit;
    this.#running.push(await startOne(this.#address));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map(({ child }) => end(child, 'SIGTERM')));
  }
}

// --- internal ---

const entry = fileURLToPath(new URL('server.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startOne(address: string): Promise<Running> {
  // The built packages, which start faster.
  const flags = [`--import=${new URL('../../../scripts/strip-types.js', import.meta.url)}`, entry];
  const { NODE_OPTIONS: _, ...others } = process.env;
  const env = { ...others, NODE_ENV: 'test', DATABASE_URL: address };
  const child = spawn(process.execPath, flags, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(printed)) ?? [];
  if (url === undefined) throw new Error(`The process has not started: ${printed}`);
  return { child, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
