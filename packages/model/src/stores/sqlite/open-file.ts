import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataError } from '../../core/data-error.ts';

/**
 * The file that a connection has open.
 *
 * The system keeps it for the connection when its name is deleted, or given to another file. Nobody else finds it any more: what is written into it is gone
 * when it is closed.
 */
export class OpenFile {
  readonly #path: string;
  readonly #opened: Stats | undefined;

  /** @param path - `:memory:` is no file, and always there */
  constructor(path: string) {
    // The working directory may change.
    this.#path = resolve(path);
    this.#opened = path === ':memory:' ? undefined : find(this.#path);
  }

  /** @throws {DataError} `unavailable` when its name stands for another file, or for none */
  check(): void {
    const opened = this.#opened;
    if (opened === undefined) return;
    const found = find(this.#path);
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    const what = found === undefined ? 'deleted' : 'replaced by another one';
    throw new DataError('unavailable', `The database is not available: its file was ${what} while it was open`, {
      hint: `Put the file back to ${this.#path}, or stop this process, see to the file, and start again.`,
    });
  }
}

// --- internal ---

function find(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
