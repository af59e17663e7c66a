import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerLimits } from '@rest-gen/server';
import type { Held } from './measure.ts';

/** The two ways to serve an application of Express. */
export type Way = 'createServer' | 'app.listen';

/** How a process serves; what is left out is as users have it. */
export interface Settings {
  readonly way: Way;
  /** A file of SQLite. */
  readonly database: string;
  /** Of the router, in milliseconds. */
  readonly timeout: number;
  /** Of `createServer`. */
  readonly limits: ServerLimits;
  /** Of `gracefulShutdown`, in milliseconds. */
  readonly delay: number;
  /** `0` for a free one. */
  readonly port: number;
  readonly reusePort: boolean;
  /** What it keeps of every request, to see that the runs notice it. */
  readonly leaks?: 'memory' | 'listeners';
}

/** What has to be said; the rest is as users have it. */
export type GivenSettings = Partial<Settings> & Pick<Settings, 'way' | 'database'>;

/** What the parent of a process may ask. */
export type Asked = 'connections' | 'measure' | 'replace';

export interface Measured extends Held {
  readonly connections: number;
  /** Of the process, the server and the application. */
  readonly listeners: number;
  readonly warnings: readonly string[];
}

/** A process that serves the application. */
export interface Server {
  readonly port: number;
  /** How many connections it has. */
  countConnections(): Promise<number>;
  measure(): Promise<Measured>;
  /** Where it is a cluster: start another process in place of the one that serves. @returns the exit code of that one */
  replace(): Promise<number | null>;
  /** End it, by default gently. @returns its exit code, `null` when a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** What it wrote to stderr. */
  said(): string;
}

/**
 * Start a process of the application with the options of this one, and wait until it listens.
 *
 * @param program - beside this file
 */
export async function startServer(given: GivenSettings, program = 'server.ts'): Promise<Server> {
  const settings: Settings = { timeout: 30_000, limits: {}, delay: 0, port: 0, reusePort: false, ...given };
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [JSON.stringify(settings)], {
    execArgv: [...process.execArgv, '--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.add(child);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'exit').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  const ask = async <T>(asked?: Asked): Promise<T> => {
    const answered = once(child, 'message');
    if (asked) child.send(asked);
    const gone = ended.then((code) => {
      throw new Error(`The server ended with ${code}: ${said}`);
    });
    const [answer] = await Promise.race([answered, gone]);
    return answer;
  };
  const { port } = await ask<{ port: number }>();
  return {
    port,
    countConnections: async () => (await ask<{ connections: number }>('connections')).connections,
    measure: () => ask<Measured>('measure'),
    replace: async () => (await ask<{ code: number | null }>('replace')).code,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 40_000);
      const code = await ended;
      clearTimeout(late);
      return code;
    },
    said: () => said,
  };
}

/** Give work the path of a database of its own, and end every process that it has left behind. */
export async function withDatabase<T>(work: (database: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-endurance-'));
  const clean = (): void => rmSync(directory, { recursive: true, force: true });
  process.once('exit', clean);
  try {
    return await work(join(directory, 'app.sqlite3'));
  } finally {
    await Promise.all([...children].map(end));
    process.off('exit', clean);
    clean();
  }
}

// --- internal ---

const children = new Set<ChildProcess>();

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
