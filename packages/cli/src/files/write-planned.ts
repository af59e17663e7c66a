import type { Arguments } from '../arguments/arguments.ts';
import { CliError } from '../errors.ts';
import type { Project } from '../project/project.ts';
import type { ComparedFile } from './compare-file.ts';
import { changesOf, comparePlanned } from './compare-planned.ts';
import type { PlannedFile } from './planned-file.ts';
import { writeFiles } from './write-files.ts';

/** What became of planned files. */
export interface WrittenFiles {
  readonly files: readonly ComparedFile[];
  /** Only a preview was requested. */
  readonly isDry: boolean;
  readonly isWritten: boolean;
  /** Unified diff of existing files; empty unless it was requested. */
  readonly diff: string;
  /** Why nothing was written. */
  readonly error: CliError | undefined;
}

/**
 * Write planned files, unless an existing file differs or only a preview is requested.
 *
 * @param args - `--force`, `--skip`, `--diff` and `--dry-run` are read
 * @param edit - changes the comparison before anything is written
 */
export async function writePlanned(
  project: Project,
  planned: readonly PlannedFile[],
  args: Arguments,
  edit: (file: ComparedFile) => ComparedFile = (file) => file,
): Promise<WrittenFiles> {
  const compared = await comparePlanned(project, planned, args.force ? 'force' : args.skip ? 'skip' : undefined);
  const files = compared.map(edit);
  const error = conflictOf(files);
  const isDry = args['dry-run'] === true || args.diff === true;
  const changes = isDry || error ? [] : changesOf(files);
  await writeFiles(changes);
  return { files, isDry, isWritten: changes.length > 0, diff: args.diff ? await diffText(files) : '', error };
}

// --- internal ---

function conflictOf(files: readonly ComparedFile[]): CliError | undefined {
  const conflicts = files.filter(({ status }) => status === 'conflict');
  if (conflicts.length === 0) return undefined;
  const named = conflicts.map(({ path, reason }) => (reason === undefined ? path : `${path} (${reason})`));
  const canForce = conflicts.some(({ reason }) => reason === undefined);
  const fix = [
    canForce ? 'See the difference with --diff, overwrite with --force.' : 'Remove or rename what is there.',
    'Write only the other files with --skip.',
  ];
  const message = `Nothing was written, because existing files differ: ${named.join(', ')}.`;
  return new CliError('E_CONFLICT', message, fix.join(' '));
}

async function diffText(files: readonly ComparedFile[]): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  const headerOptions = FILE_HEADERS_ONLY;
  return files
    .map(({ path, before, after }) =>
      before === undefined || after === undefined
        ? ''
        : createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { headerOptions }),
    )
    .join('');
}
