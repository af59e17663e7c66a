import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../io.ts';
import type { TableRelations } from '../plan/related-types.ts';
import type { Project } from '../project/project.ts';
import { inspectProject } from './inspect-project.ts';

/**
 * Read the relations of the controllers of a project, by table. Without `static include` in its sources the project is not loaded.
 *
 * @throws {CliError} as `inspectProject`
 */
export async function readRelations(project: Project, io: Pick<Io, 'env' | 'stderr'>): Promise<TableRelations> {
  if (!hasRelations(join(project.root, 'src/controller'))) return new Map();
  const { value } = await inspectProject(project, 'relations', {}, { io });
  return new Map(value);
}

// --- internal ---

const SOURCE = /\.[cm]?[jt]s$/;
const INCLUDE = /\bstatic\s+(?:\w+\s+)*include\b/;

function hasRelations(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => SOURCE.test(file));
  return files.some((file) => INCLUDE.test(readFileSync(join(directory, file), 'utf8')));
}
