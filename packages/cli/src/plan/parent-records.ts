import { type Field, typeRow } from '../arguments/field-types.ts';
import { isPrototypeName } from '../arguments/reserved.ts';
import type { Project } from '../project/project.ts';
import { parseColumns } from './parse-columns.ts';
import { findKey, referredTable } from './tables.ts';

/** A record that another one refers to. */
export interface ParentRecord {
  readonly table: string;
  /** Name for its id in code: `postId`. */
  readonly variable: string;
  /** The type of its id. */
  readonly type: 'number' | 'string';
  /** Its values, as an object literal. */
  readonly values: string;
}

/**
 * Find the records that must exist before a record can be added, according to the migrations of their tables.
 *
 * @param own - the table of the resource
 * @returns records in the order in which they can be added, and the name of the id for each required reference; undefined when a
 *   migration does not exist, or is not as it was generated
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

function visit(
  project: Project,
  table: string,
  records: Map<string, ParentRecord>,
  below: readonly string[],
): ParentRecord | undefined {
  const known = records.get(table);
  if (known !== undefined || below.includes(table)) return known;
  const values: string[] = [];
  const columns = parseColumns(project, table);
  if (columns === undefined) return undefined;
  for (const { name, type, table: target, required } of columns) {
    if (!required) continue;
    if (!isIdentifier(name)) return undefined;
    const parent = target === undefined ? undefined : visit(project, target, records, [...below, table]);
    const value = parent?.variable ?? typeRow(type).sample;
    if (value === undefined) return undefined;
    values.push(value === name ? name : `${name}: ${value}`);
  }
  const variable = `${toCamel(table)}Id`;
  const isTaken = [...records.values()].some((other) => other.variable === variable);
  if (isTaken || !isIdentifier(variable)) return undefined;
  const key = findKey(project, table)?.type;
  const type = key === 'string' || key === 'uuid' ? ('string' as const) : ('number' as const);
  const record = { table, variable, type, values: `{ ${values.join(', ')} }`.replace('{  }', '{}') };
  records.set(table, record);
  return record;
}

/** Migrations may name tables and columns in any way; only identifiers may become code. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !isPrototypeName(name);
}

function toCamel(table: string): string {
  return table.replace(/_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
