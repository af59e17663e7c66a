import { readdirSync, type Stats } from 'node:fs';
import { CliError } from '../errors.ts';
import { statPath } from '../stat-path.ts';
import { quote } from '../text.ts';

/**
 * Make sure that a new project can be created in a directory: it does not exist, or is empty except for `.git`.
 *
 * @param directory - absolute path
 * @throws {CliError} `E_NOT_EMPTY` with the names in it; `E_WRITE` when it cannot be a directory
 */
export function checkDirectory(directory: string): void {
  const entry = lookAt(directory);
  if (entry === undefined) return;
  if (entry === 'a broken link' || !entry.isDirectory()) {
    throw new CliError('E_NOT_EMPTY', `${quote(directory)} exists, and is not a directory.`, FIX);
  }
  const names = readdirSync(directory)
    .filter((name) => name !== '.git')
    .sort();
  if (names.length === 0) return;
  const shown = names.slice(0, SHOWN).map(quote).join(', ');
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  throw new CliError('E_NOT_EMPTY', `${quote(directory)} is not empty: ${shown}${more}.`, FIX);
}

// --- internal ---

const SHOWN = 10;

function lookAt(directory: string): Stats | 'a broken link' | undefined {
  try {
    return statPath(directory, 'the link itself') && (statPath(directory) ?? 'a broken link');
  } catch (cause) {
    // A name in the path is too long, or has a NUL.
    const message = `${quote(directory)} cannot be a directory: ${(cause as NodeJS.ErrnoException).code}.`;
    throw new CliError('E_WRITE', message, FIX, { cause });
  }
}

const FIX = 'Use a new directory. To add to an existing project, use rest-gen controller.';
