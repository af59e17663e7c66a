import { readdirSync, type Stats } from 'node:fs';
import { CliError } from '../errors.ts';
import { quote } from '../quote.ts';
import { statPath } from '../stat-path.ts';

/**
 * Make sure that a directory is free for a new project: not there yet, or empty but for the `.git` of a new repository.
 *
 * @param directory - absolute path
 * @throws {CliError} `E_NOT_EMPTY`, naming what is there; `E_WRITE` for what can be no directory
 */
export function checkDirectory(directory: string): void {
  const entry = lookAt(directory);
  if (entry === undefined) return;
  if (entry === 'a link that leads nowhere' || !entry.isDirectory()) {
    throw new CliError('E_NOT_EMPTY', `${quote(directory)} is there, and is no directory.`, WAY_OUT);
  }
  const names = readdirSync(directory)
    .filter((name) => name !== '.git')
    .sort();
  if (names.length === 0) return;
  const shown = names.slice(0, SHOWN).map(quote).join(', ');
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  throw new CliError('E_NOT_EMPTY', `${quote(directory)} is not empty: ${shown}${more}.`, WAY_OUT);
}

// --- internal ---

const SHOWN = 10;

function lookAt(directory: string): Stats | 'a link that leads nowhere' | undefined {
  try {
    return statPath(directory, 'the link itself') && (statPath(directory) ?? 'a link that leads nowhere');
  } catch (cause) {
    // A name above it is too long, or holds a NUL.
    const message = `${quote(directory)} cannot be a directory: ${(cause as NodeJS.ErrnoException).code}.`;
    throw new CliError('E_WRITE', message, WAY_OUT, { cause });
  }
}

const WAY_OUT = 'Give the name of a new directory; in a project that is there, rest-gen controller adds to it.';
