import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryAt } from './entry.ts';
import { FIELD_TYPES, type Field, type FieldType } from './field-types.ts';
import type { Project } from './project.ts';
import { isPrototypeName } from './reserved.ts';
import { sampleOf } from './sample.ts';
import { findCreation, referredTable } from './tables.ts';

/** A record that another one refers to. */
export interface ParentRecord {
  readonly table: string;
  /** Name for its id in code: `postId`. */
  readonly variable: string;
  /** What it holds, as an object literal. */
  readonly values: string;
}

/**
 * Find the records that have to be there before one of a resource can be added, by the migrations of their tables.
 *
 * @param own - the table of the resource
 * @returns in the order in which they can be added, and the name of the id for each reference that is required; undefined where a
 *   migration is not there, or is not as it was generated
 */
export function findParents(project: Project, own: string, fields: readonly Field[]): Parents | undefined {
  const records = new Map<string, ParentRecord>();
  const ids = new Map<string, string>();
  for (const field of fields) {
    const table = field.required ? referredTable(field, project.migrations, own) : undefined;
    if (table === undefined) continue;
    const record = visit(project, table, records, [own]);
    if (record === undefined) return undefined;
    ids.set(field.name, record.variable);
  }
  return { records: [...records.values()], ids };
}

export interface Parents {
  readonly records: readonly ParentRecord[];
  /** Field → variable: `postId` → `postId`. */
  readonly ids: ReadonlyMap<string, string>;
}

// --- internal ---

/** `t.string('title').notNull().unique();` */
const COLUMN = /^t\.(\w+)\('(\w+)'(?:, '(\w+)')?\)\.notNull\(\)(?:\.(?:unique|index)\(\))?;$/;

function visit(
  project: Project,
  table: string,
  records: Map<string, ParentRecord>,
  below: readonly string[],
): ParentRecord | undefined {
  const known = records.get(table);
  const file = findCreation(project.migrations, table);
  if (known !== undefined || file === undefined || below.includes(table)) return known;
  const path = join(project.root, 'migrations', file);
  if (!entryAt(path)?.isFile()) return undefined;
  const text = readFileSync(path, 'utf8').split(/^.*\bdown\b/m, 1)[0] as string;
  const values: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (!line.includes('.notNull()')) continue;
    const [, type = '', name = '', target] = COLUMN.exec(line) ?? [];
    if (!isIdentifier(name)) return undefined;
    const parent = target === undefined ? undefined : visit(project, target, records, [...below, table]);
    const value = parent?.variable ?? (isFieldType(type) ? sampleOf(type) : undefined);
    if (value === undefined) return undefined;
    values.push(value === name ? name : `${name}: ${value}`);
  }
  const variable = `${toCamel(table)}Id`;
  const isTaken = [...records.values()].some((other) => other.variable === variable);
  if (isTaken || !isIdentifier(variable)) return undefined;
  const record = { table, variable, values: `{ ${values.join(', ')} }`.replace('{  }', '{}') };
  records.set(table, record);
  return record;
}

/** Names of tables and columns can be anything that migrations write; code is made of identifiers only. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !isPrototypeName(name);
}

function isFieldType(text: string): text is FieldType {
  return (FIELD_TYPES as readonly string[]).includes(text);
}

function toCamel(table: string): string {
  return table.replace(/_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
