import { resolve } from 'node:path';
import type { Arguments } from '../arguments/arguments.ts';
import { CliError } from '../errors.ts';
import type { Io } from '../io.ts';
import { type Project, readProject } from './project.ts';

/** The directory that a command works in: `--cwd`, else the working directory. */
export function directoryOf(args: Arguments, io: Pick<Io, 'cwd'>): string {
  return resolve(io.cwd, String(args.cwd ?? '.'));
}

/**
 * Read the project that a command works on, which must have a `package.json`.
 *
 * @throws {CliError} `E_NO_PROJECT`; `E_NO_DIRECTORY`, `E_PACKAGE`
 */
export function openProject(args: Arguments, io: Pick<Io, 'cwd'>): Project {
  const project = readProject(directoryOf(args, io));
  if (project.hasPackage) return project;
  throw new CliError(
    'E_NO_PROJECT',
    `There is no package.json in ${project.root} or above it.`,
    'Run the command in the project, or name its directory with --cwd.',
  );
}
