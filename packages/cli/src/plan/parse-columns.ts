import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFieldArguments } from '../arguments/field-arguments.ts';
import { type Field, type FieldArguments, type FieldType, isFieldType } from '../arguments/field-types.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { creationText, findCreation } from './tables.ts';

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
  const [text = ''] = readFileSync(path, 'utf8').split(/^.*\bdown\b/m, 1);
  const up = creationText(text, table);
  if (up === undefined) return undefined;
  const all = up.split('\n').flatMap((line) => /^\s*(t\..*;)\s*$/.exec(line)?.[1] ?? []);
  const lines = all.filter((line, at) => line !== DELETED_AT_LINE || all[at - 1] !== 't.timestamps();');
  // A column that is not required may be anything: a record can be added without it.
  const columns = lines.filter((line) => line.includes('.notNull()') || COLUMN.test(line)).map(parseColumn);
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

// --- internal ---

/** `t.string('title', 80).notNull().unique();`, with a table, numbers or values after the name. */
const COLUMN =
  /^t\.(\w+)\('(\w+)'(?:, '(\w+)'(?:, \{[^}]*\})?|, (\d+(?:, \d+)?)|, \[([^\]]*)\])?\)(\.notNull\(\))?(?:\.(unique|index)\((?:\{ whereNull: 'deleted_at' \})?\))?;$/;

function parseColumn(line: string): Field | undefined {
  const [, type = '', name = '', table, numbers, values, required, key] = COLUMN.exec(line) ?? [];
  if (!isFieldType(type)) return undefined;
  const field = { name, type, required: required !== undefined, unique: key === 'unique', index: key === 'index' };
  if (table !== undefined) return { ...field, table, hasTable: true };
  const given = argumentsOf(type, numbers ?? values?.replaceAll("'", ''));
  return given && { ...field, ...given };
}

/** @returns undefined unless `rest-gen` would write the column in this way */
function argumentsOf(type: FieldType, text: string | undefined): FieldArguments | undefined {
  try {
    return parseFieldArguments(type, text);
  } catch {
    return undefined;
  }
}
