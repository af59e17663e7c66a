import { resolve } from 'node:path';
import { CliError } from './errors.ts';
import type { Io } from './io.ts';
import { type Project, readProject } from './project.ts';
import type { Arguments } from './read-arguments.ts';

/**
 * Look at the project that a command works on: that of the working directory, or of `--cwd`.
 *
 * @throws {CliError} `E_NO_PROJECT`; `E_NO_DIRECTORY`, `E_PACKAGE`
 */
export function openProject(args: Arguments, io: Pick<Io, 'cwd'>): Project {
  const project = readProject(resolve(io.cwd, String(args.cwd ?? '.')));
  requirePackage(project);
  return project;
}

/** @throws {CliError} `E_NO_PROJECT` */
export function requirePackage(project: Project): void {
  if (project.hasPackage) return;
  throw new CliError(
    'E_NO_PROJECT',
    `There is no package.json in ${project.root} or above it.`,
    'Run the command in the project, or name its directory with --cwd.',
  );
}
