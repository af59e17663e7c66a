import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, isFieldType } from '../arguments/field-types.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { findCreation } from './tables.ts';

/** The column of a generated controller with soft delete, which is no field of the resource. */
export const DELETED_AT = 'deleted_at';
/** Its line, the last one of a generated migration. */
export const DELETED_AT_LINE: string = `t.datetime('${DELETED_AT}');`;

/**
 * Parse the columns of a table in the migration that creates it, as the fields that they were generated from.
 *
 * @returns undefined when there is no such migration, or it is not as it was generated
 */
export function parseColumns(project: Project, table: string): Field[] | undefined {
  const file = findCreation(project.migrations, table);
  const path = join(project.root, 'migrations', file ?? '');
  if (file === undefined || !statPath(path)?.isFile()) return undefined;
  const up = readFileSync(path, 'utf8').split(/^.*\bdown\b/m, 1)[0] as string;
  const all = up.split('\n').flatMap((line) => /^\s*(t\..*;)\s*$/.exec(line)?.[1] ?? []);
  const lines = all.filter((line, at) => line !== DELETED_AT_LINE || all[at - 1] !== 't.timestamps();');
  // A column that is not required may be anything: a record can be added without it.
  const columns = lines.filter((line) => line.includes('.notNull()') || COLUMN.test(line)).map(parseColumn);
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

// --- internal ---

/** `t.string('title').notNull().unique();` */
const COLUMN =
  /^t\.(\w+)\('(\w+)'(?:, '(\w+)'(?:, \{[^}]*\})?)?\)(\.notNull\(\))?(?:\.(unique|index)\((?:\{ whereNull: 'deleted_at' \})?\))?;$/;

function parseColumn(line: string): Field | undefined {
  const [, type = '', name = '', table, required, key] = COLUMN.exec(line) ?? [];
  if (!isFieldType(type)) return undefined;
  const field = { name, type, required: required !== undefined, unique: key === 'unique', index: key === 'index' };
  return table === undefined ? field : { ...field, table, hasTable: true };
}
