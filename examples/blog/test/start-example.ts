import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A running example: its process, what it printed, and requests to it. */
export interface Example {
  readonly url: string;
  readonly printed: string;
  /** Send JSON; gives status, headers and the parsed body. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Wait until it prints what matches. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** End the process, by default gently. @returns its exit code; `null` when the signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers.
  readonly body: any;
}

/** A directory for a database that lives as long as a test. */
export function createDataDirectory(): { url: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-example-'));
  return {
    url: `sqlite:${join(directory, 'app.sqlite3')}`,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/**
 * Start an example as `npm start` does, by default on a free port.
 *
 * @param name - folder under `examples/`
 * @param entry - file to run, from that folder
 */
export async function startExample(name: string, entry: string, databaseUrl: string, port = '0'): Promise<Example> {
  const cwd = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const { NODE_OPTIONS: _, NODE_ENV: __, ...env } = process.env;
  const child = spawn(process.execPath, [entry], {
    cwd,
    env: { ...env, PORT: port, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { input: printed, 1: url = '' } = await readUntil(child, /(http:\/\/127\.0\.0\.1:\d+)\n/);
  return {
    url,
    printed,
    prints: (pattern) => readUntil(child, pattern),
    async send(method, path, body, headers = {}) {
      const text = body === undefined ? null : JSON.stringify(body);
      const response = await fetch(url + path, {
        method,
        body: text,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      const answer = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(answer) : answer || undefined,
      };
    },
    async stop(signal = 'SIGTERM') {
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = await exit;
      return code;
    },
  };
}

// --- internal ---

function readUntil(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const collect = (chunk: Buffer) => {
      text += chunk;
      const found = pattern.exec(text);
      if (found) resolve(found);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => reject(new Error(`The example ended with ${code}:\n${text}`)));
  });
}
