import { readdirSync } from 'node:fs';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';
import { quote } from '../text.ts';

/**
 * Make sure that a new project can be created in a directory: it does not exist, or is empty except for `.git`.
 *
 * @param directory - absolute path
 * @throws {CliError} `E_NOT_EMPTY` with the names in it
 */
export function checkDirectory(directory: string): void {
  if (!statPath(directory, 'the link itself')) return;
  const fix = 'Use a new directory. To add to an existing project, use rest-gen controller.';
  if (!statPath(directory)?.isDirectory()) {
    throw new CliError('E_NOT_EMPTY', `${quote(directory)} exists, and is not a directory.`, fix);
  }
  const names = readdirSync(directory).filter((name) => name !== '.git');
  if (names.length === 0) return;
  const shown = names.sort().slice(0, 10).map(quote).join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  throw new CliError('E_NOT_EMPTY', `${quote(directory)} is not empty: ${shown}${more}.`, fix);
}
