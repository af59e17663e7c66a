import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, isFieldType } from '../arguments/field-types.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { findCreation } from './tables.ts';

/** A column of a generated migration, as the field that it was generated from. */
export interface Column extends Field {
  /** The table of a `references` column, as the migration names it. */
  readonly target?: string;
}

/**
 * Read the columns of a table from the migration that creates it.
 *
 * @returns undefined when there is no such migration, or it is not as it was generated
 */
export function readColumns(project: Project, table: string): Column[] | undefined {
  const file = findCreation(project.migrations, table);
  const path = join(project.root, 'migrations', file ?? '');
  if (file === undefined || !statPath(path)?.isFile()) return undefined;
  const up = readFileSync(path, 'utf8').split(/^.*\bdown\b/m, 1)[0] as string;
  const lines = up.split('\n').flatMap((line) => /^\s*(t\..*;)\s*$/.exec(line)?.[1] ?? []);
  // A column that is not required may be anything: a record can be added without it.
  const columns = lines.filter((line) => line.includes('.notNull()') || COLUMN.test(line)).map(readColumn);
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

// --- internal ---

/** `t.string('title').notNull().unique();` */
const COLUMN = /^t\.(\w+)\('(\w+)'(?:, '(\w+)')?\)(\.notNull\(\))?(?:\.(unique|index)\(\))?;$/;

function readColumn(line: string): Column | undefined {
  const [, type = '', name = '', target, required, key] = COLUMN.exec(line) ?? [];
  if (!isFieldType(type)) return undefined;
  const field = { name, type, required: required !== undefined, unique: key === 'unique', index: key === 'index' };
  return target === undefined ? field : { ...field, target, table: target };
}
