import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { childProgram } from '../child-program.ts';
import type { Io } from '../io.ts';
import type { Answer, Order } from './types.ts';

/** How the child came to its end without an answer. */
export interface Silence {
  readonly silence: 'timeout' | 'ended';
  /** Exit code, or the signal that ended it. */
  readonly by: number | string | null;
}

export interface ChildOptions {
  /** The project, absolute. */
  readonly cwd: string;
  readonly io: Pick<Io, 'env' | 'stderr'>;
  /** Flags of Node: what runs TypeScript. */
  readonly flags: readonly string[];
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Load a project in a process of its own, and wait for the one line that it answers with.
 *
 * What the code of the project prints, on either output, goes to our stderr. The process is over when this resolves, whatever that code
 * keeps open.
 */
export function runChild(order: Order, { cwd, io, flags, timeout }: ChildOptions): Promise<Answer | Silence> {
  const program = childProgram();
  const child = spawn(process.execPath, [...program.flags, ...flags, program.file], {
    cwd,
    env: io.env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const outputs = [child.stdout, child.stderr] as Readable[];
  for (const output of outputs) output.setEncoding('utf8').on('data', (text: string) => io.stderr.write(text));
  let line = '';
  let isLate = false;
  const kill = () => child.kill('SIGKILL');
  const limit = setTimeout(() => {
    isLate = true;
    kill();
  }, timeout);
  // An argument of a process cannot be as long as a document is. One that ends without reading its order is told of by its end.
  (child.stdio[ORDER] as Writable).on('error', () => undefined).end(JSON.stringify(order));
  const pipe = child.stdio[PIPE] as Readable;
  pipe.setEncoding('utf8').on('data', (text: string) => {
    line += text;
    // Its models may take a moment to close, and no longer.
    if (line.endsWith('\n')) setTimeout(kill, GRACE).unref();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    const end = (code: number | null, signal: string | null) => {
      clearTimeout(limit);
      // Processes that the project started may hold its outputs open.
      for (const stream of [...outputs, pipe]) stream.destroy();
      if (line.endsWith('\n')) resolve(JSON.parse(line) as Answer);
      else resolve({ silence: isLate ? 'timeout' : 'ended', by: signal ?? code });
    };
    child.once('close', end);
    child.once('exit', (code, signal) => setTimeout(end, REST, code, signal).unref());
  });
}

// --- internal ---

/** Beside the three that every process has: what the child answers, and what it is asked. */
const PIPE = 3;
const ORDER = 4;
/** Milliseconds from the answer to the end. */
const GRACE = 3000;
/** Milliseconds from the end to when nothing is read of it any more. */
const REST = 500;
