import type { ForeignKey, TableDescription } from '@rest-gen/model';
import { referenceStem } from '../arguments/field-types.ts';
import { literal } from '../render.ts';
import type { LinkTables } from './choose-tables.ts';

/** The relations of a table: name → how `static include` declares it, as source. */
export type Includes = ReadonlyMap<string, string>;

/**
 * Plan `static include` for the foreign keys of a database: one record by the name of the column without `_id` (without `id`, where the name of the table is taken), lists where only one foreign key refers to
 * the table, and lists through tables that link two others.
 *
 * @param tables - all tables
 * @param links - those that link two others
 * @param served - the names of tables with a controller: only their records are included
 */
export function planIncludes(
  table: TableDescription,
  tables: readonly TableDescription[],
  links: LinkTables,
  served: ReadonlySet<string>,
): Includes {
  const includes = new Map<string, string>();
  const add = (name: string, source: string): void => {
    if (isFree(name, table, includes)) includes.set(name, source);
  };
  for (const key of table.foreignKeys ?? []) {
    if (!served.has(key.table)) continue;
    const [name, source] = toOne(key, table);
    const { column } = key;
    const isSecond = !isFree(name, table, includes) && typeof column === 'string' && name === key.table;
    add(isSecond ? column.replace(/id(?=_|\d*$)/i, '') : name, source);
  }
  for (const other of tables) {
    const own = referring(other, table.name);
    const [only] = own;
    if (only === undefined || own.length > 1 || other.name === table.name) continue;
    const ends = links.get(other.name);
    if (ends === undefined && served.has(other.name)) add(plural(other.name), `{ table: ${literal(other.name)} }`);
    const [, target] = [...(ends ?? [])].find(([column]) => column !== only.column) ?? [];
    if (target !== undefined && served.has(target))
      add(plural(target), `{ table: ${literal(target)}, through: ${literal(other.name)} }`);
  }
  return includes;
}

// --- internal ---

/** Parameters of lists, and what a filter has in the place of a field. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['page', 'after', 'pageSize', 'sort', 'fields', 'include', 'q', 'or', 'and', 'deleted'],
]);

/** Names that a relation can have, which no column or other relation has; the URL of the rest of a list ends with `_next`. */
function isFree(name: string, { columns }: TableDescription, includes: Includes): boolean {
  const isTaken = (one: string): boolean => columns.has(one) || includes.has(one);
  return /^[A-Za-z]\w*$/.test(name) && !RESERVED.has(name) && !isTaken(name) && !isTaken(`${name}_next`);
}

/** `author_id` → `author: true`; a column without this ending is named. */
function toOne({ column, table }: ForeignKey, own: TableDescription): [name: string, source: string] {
  if (typeof column !== 'string') {
    const key = `[${column.map(literal).join(', ')}]`;
    return [table, `{ table: ${literal(table)}, key: ${key}, one: true }`];
  }
  const stem = referenceStem(column);
  if (stem !== column && table !== own.name) return [stem, 'true'];
  const name = stem === column ? table : stem;
  return [name, `{ table: ${literal(table)}, key: ${literal(column)}, one: true }`];
}

function referring({ foreignKeys = [] }: TableDescription, table: string): ForeignKey[] {
  return foreignKeys.filter((one) => one.table === table);
}

/** In English; the name of the table itself where it ends with an s. */
function plural(name: string): string {
  if (/s$/.test(name)) return name;
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
