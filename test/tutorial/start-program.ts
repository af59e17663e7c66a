import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';

/** A program of the first terminal: `npm run dev`. */
export interface Program {
  /** Everything it printed so far. */
  printed(): string;
  /** Wait until what it printed from a position on meets a condition. @throws {Error} with its output, after a minute or at its end */
  until(isMet: (printed: string) => boolean, from?: number): Promise<void>;
  /** End it as Ctrl-C does. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Start a command line in a group of processes of its own. */
export function startProgram(line: string, cwd: string, env: NodeJS.ProcessEnv): Program {
  const child = spawn(line, { shell: true, cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const news = new EventEmitter();
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      news.emit('news');
    });
  child.once('close', () => news.emit('news'));
  return {
    printed: () => printed,
    until: async (isMet, from = 0) => {
      const signal = AbortSignal.timeout(60_000);
      while (!isMet(printed.slice(from))) {
        const isOver = child.exitCode !== null;
        if (!isOver) await once(news, 'news', { signal }).catch(() => undefined);
        if (isOver || signal.aborted) throw new Error(`${line} printed:\n${printed.slice(from)}`);
      }
    },
    stop: async () => {
      if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGINT');
      const [code] = await ended;
      return code;
    },
  };
}
