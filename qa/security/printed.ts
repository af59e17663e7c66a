import { format } from 'node:util';
import { printer } from '../../packages/router/src/core/debug.ts';

/**
 * What is printed while `work` runs as a service in production with `DEBUG=@rest-gen/router`: an entry for each call that prints.
 *
 * Colours of `debug` itself are taken away.
 */
export async function printed<T>(work: () => Promise<T>): Promise<readonly [result: T, entries: readonly string[]]> {
  const entries: string[] = [];
  const note = (...args: unknown[]): void => void entries.push(format(...args).replaceAll(COLOR, ''));
  const { NODE_ENV } = process.env;
  const { log } = printer;
  const { error } = console;
  process.env.NODE_ENV = 'production';
  Object.assign(printer, { enabled: true, log: note });
  console.error = note;
  try {
    const result = await work();
    // What a process does after an answer is printed, too.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    return [result, entries];
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    // `null` gives the decision back to what `DEBUG` says.
    Object.assign(printer, { enabled: null, log });
    console.error = error;
  }
}

// --- internal ---

const COLOR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
