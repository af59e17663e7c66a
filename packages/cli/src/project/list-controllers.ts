import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statPath } from '../paths.ts';
import { findUp } from './project.ts';

/**
 * The names of the controllers of a project, for completion: only words that no shell interprets, without the base
 * class.
 */
export function listControllers(cwd: string): string[] {
  const directory = join(findUp(cwd, 'package.json') ?? cwd, 'src/controller');
  if (!statPath(directory)?.isDirectory()) return [];
  return readdirSync(directory, { recursive: true })
    .map((file) => /^(\w[\w/-]*)\.[cm]?[jt]s$/.exec(String(file).replaceAll('\\', '/'))?.[1])
    .filter((name) => name !== undefined && !/(?:^|\/)rest$/.test(name))
    .sort() as string[];
}
