import { readFileSync } from 'node:fs';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';
import type { ComparedFile } from './compare-file.ts';

/**
 * Compare a file that a command generates again and again with the one in its place. It begins with {@link headerOf} of
 * the command.
 *
 * @throws {CliError} `E_CONFLICT` when the command did not write the existing file
 */
export function compareGenerated(
  path: string,
  target: string,
  after: string,
  command: string,
  fix = 'Move it away, and run the command again.',
): ComparedFile {
  const file = compareText(path, target, after);
  if (file.status !== 'overwrite' || file.before?.startsWith(markOf(command))) return file;
  throw new CliError('E_CONFLICT', `${path} was not written by rest-gen ${command}.`, fix);
}

/** The first line of a generated file; it says that the file may be overwritten. */
export function headerOf(command: string, reason: string): string {
  return `${markOf(command)} Do not edit; run it again when ${reason}.`;
}

/** Compare a text that may be overwritten with the file in its place. */
export function compareText(path: string, target: string, after: string): ComparedFile {
  if (!statPath(target)) return { path, status: 'create', after, target };
  const before = readFileSync(target, 'utf8');
  return before === after
    ? { path, status: 'identical', target }
    : { path, status: 'overwrite', before, after, target };
}

// --- internal ---

function markOf(command: string): string {
  return `// Written by \`rest-gen ${command}\`.`;
}
