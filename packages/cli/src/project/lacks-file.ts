import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Io } from '../io.ts';
import { statPath } from '../paths.ts';
import type { Project } from './project.ts';

/** Whether the database is a file that does not exist: opening it would create it. */
export function lacksFile({ root, modelFile = '' }: Project, { env }: Io): boolean {
  const texts = ['.env', modelFile].map((file) => join(root, file)).filter((file) => statPath(file)?.isFile());
  const found = [env.DATABASE_URL ?? '', ...texts.map((file) => readFileSync(file, 'utf8'))].join('\n');
  const [, path] = /sqlite:([^\s'"`?]+)/.exec(found.split(/\b(?:postgres|mysql)\w*:/, 1)[0] as string) ?? [];
  return path !== undefined && statPath(resolve(root, path)) === undefined;
}
