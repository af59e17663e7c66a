import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Io } from '../io.ts';
import type { ChildReply, ChildRequest } from './types.ts';

/** How the child ended without a reply. */
export interface NoReply {
  readonly failure: 'timeout' | 'ended';
  /** Exit code or signal. */
  readonly by: number | string | null;
}

export interface ChildOptions {
  /** The project, absolute. */
  readonly cwd: string;
  readonly io: Pick<Io, 'env' | 'stderr'>;
  /** Flags of Node that run TypeScript. */
  readonly flags: readonly string[];
  /** Milliseconds. */
  readonly timeout: number;
  /** As its file 5, it writes to our stdout, and reads our stdin; or it works until the end of its stdin. */
  readonly serves: 'agent' | WorkerConnection | undefined;
}

/** How a process that works is stopped, and where its lines go. */
export interface WorkerConnection {
  readonly stop: AbortSignal;
  write(text: string): void;
}

/**
 * Load a project in a separate process, and wait for its reply, one line of JSON.
 *
 * Everything that the code of the project prints goes to our stderr. The process has ended when this resolves, even if
 * the code keeps something open.
 */
export function runChild(
  request: ChildRequest,
  { cwd, io, flags, timeout, serves }: ChildOptions,
): Promise<ChildReply | NoReply> {
  const kind = typeof serves === 'object' ? 'worker' : (serves ?? 'none');
  const child = spawn(process.execPath, [...flags, CHILD], {
    cwd,
    env: io.env,
    stdio: [...STDIN[kind], 'pipe', 'pipe', 'pipe', 'pipe', ...OUTPUT[kind]],
    windowsHide: true,
  });
  if (typeof serves === 'object') connect(child, serves);
  const outputs = [child.stdout, child.stderr] as Readable[];
  for (const output of outputs) output.setEncoding('utf8').on('data', (text: string) => io.stderr.write(text));
  let line = '';
  let isLate = false;
  const kill = () => child.kill('SIGKILL');
  const late = () => {
    isLate = true;
    kill();
  };
  const limit = timeout === Number.POSITIVE_INFINITY ? undefined : setTimeout(late, timeout);
  // A document is too long for an argument. A child that ends without reading it is reported when it exits.
  (child.stdio[REQUEST_FD] as Writable).on('error', () => undefined).end(JSON.stringify(request));
  const pipe = child.stdio[REPLY_FD] as Readable;
  pipe.setEncoding('utf8').on('data', (text: string) => {
    line += text;
    // Its models get some time to close.
    if (line.endsWith('\n')) setTimeout(kill, GRACE).unref();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    const end = (code: number | null, signal: string | null) => {
      clearTimeout(limit);
      // Processes that the project started may keep its outputs open.
      for (const stream of [...outputs, pipe]) stream.destroy();
      if (line.endsWith('\n')) resolve(JSON.parse(line) as ChildReply);
      else resolve({ failure: isLate ? 'timeout' : 'ended', by: signal ?? code });
    };
    child.once('close', end);
    child.once('exit', (code, signal) => setTimeout(end, REST, code, signal).unref());
  });
}

// --- internal ---

/** The build output, also for tests of the sources: a process without a loader. */
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/inspect/child.js' : './child.js', import.meta.url),
);

/** Its stdin, and its file 5, if it has one. */
const STDIN = { none: ['ignore'], agent: ['inherit'], worker: ['pipe'] } as const;
const OUTPUT = { none: [], agent: [1], worker: ['pipe'] } as const;

function connect({ stdin, stdio }: ChildProcess, { stop, write }: WorkerConnection): void {
  // It may have ended by itself.
  stdin?.on('error', () => undefined);
  stop.addEventListener('abort', () => void stdin?.end());
  ((stdio as readonly unknown[])[OUTPUT_FD] as Readable).setEncoding('utf8').on('data', write);
}

/** File descriptors for the reply and the request; 0 to 2 belong to the project. */
const REPLY_FD = 3;
const REQUEST_FD = 4;
const OUTPUT_FD = 5;
/** Milliseconds from the reply to the exit. */
const GRACE = 3000;
/** Milliseconds from the exit until its output is ignored. */
const REST = 500;
