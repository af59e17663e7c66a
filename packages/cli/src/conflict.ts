import type { ComparedFile } from './compare.ts';
import { CliError } from './errors.ts';

/** The refusal of a plan in which other contents are in the way; `undefined` when nothing is. */
export function conflictOf(files: readonly ComparedFile[]): CliError | undefined {
  const conflicts = files.filter(({ status }) => status === 'conflict');
  if (conflicts.length === 0) return undefined;
  const named = conflicts.map(({ path, reason }) => (reason === undefined ? path : `${path} (${reason})`));
  const canForce = conflicts.some(({ reason }) => reason === undefined);
  const isStuck = conflicts.some(({ reason }) => reason !== undefined);
  const wayOut = [
    ...(canForce ? ['See the difference with --diff; --force overwrites.'] : []),
    ...(isStuck ? ['Remove what is in the way.'] : []),
    '--skip writes the other files.',
  ];
  const message = `Nothing was written, because other contents are there: ${named.join(', ')}.`;
  return new CliError('E_CONFLICT', message, wayOut.join(' '));
}
