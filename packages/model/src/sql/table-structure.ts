import type { ChangesOptions } from '../schema/recorded-changes.ts';
import type { ForeignKeyDefinition, IndexDefinition } from '../schema/table-definition.ts';

/**
 * What a table is made of besides its description, for a migration that makes it again.
 *
 * @see docs/models-queries.md
 */
export interface TableStructure {
  readonly name: string;
  readonly columns: ReadonlyMap<string, ColumnStructure>;
  /** Without that of the primary key. */
  readonly indexes: readonly IndexDefinition[];
  readonly foreignKeys: readonly ForeignKeyDefinition[];
  /** What the steps of a migration cannot say, as SQL or in words: checks, triggers, indexes of expressions. */
  readonly others: readonly string[];
  /** What is recorded of its changes: `t.changes`. */
  readonly changes?: ChangesOptions;
}

/** A column of a table, as the database has it. */
export interface ColumnStructure {
  /** Its type in SQL. */
  readonly declared: string;
  /** Its default: the time, a literal, or another expression in SQL. */
  readonly fallback?: 'now' | { readonly text: string } | { readonly sql: string };
}

/** Read a default of SQL. `\` escapes nothing in a literal. */
export function parseDefault(source: string): ColumnStructure['fallback'] {
  let text = source.trim();
  while (/^\([^()]*(?:\([^()]*\)[^()]*)*\)$/.test(text)) text = text.slice(1, -1).trim();
  // 'draft'::character varying
  let plain = text;
  while (CAST.test(plain)) plain = plain.replace(CAST, '');
  if (/^null$/i.test(plain)) return undefined;
  const literal = /^'((?:[^']|'')*)'$/.exec(plain)?.[1]?.replaceAll("''", "'");
  if (literal !== undefined) return { text: literal };
  if (/^(?:[+-]?\d+(?:\.\d+)?|true|false)$/i.test(plain)) return { text: plain };
  if (plain !== text && plain.startsWith('(')) return parseDefault(plain) ?? { sql: source };
  return NOW.test(plain) ? 'now' : { sql: source };
}

/** The index of a list of columns; `undefined` where one of them is an expression, or a condition is no `is null`. */
export function toIndex(
  fields: readonly (string | null)[],
  isUnique: boolean,
  condition: string | null,
): IndexDefinition | undefined {
  if (fields.includes(null)) return undefined;
  const columns = fields as readonly string[];
  if (condition === null) return { columns, isUnique };
  const whereNull = /^\(?["`]?(\w+)["`]? is null\)?$/i.exec(condition.trim())?.[1];
  return whereNull === undefined || !isUnique ? undefined : { columns, isUnique, whereNull };
}

/** What deleting does, in the words of SQL; `undefined` for what migrations cannot say. */
export function toOnDelete(action: string): ForeignKeyDefinition['onDelete'] | undefined {
  const name = action.toLowerCase();
  if (name === 'no action' || name === 'restrict') return 'restrict';
  return name === 'cascade' || name === 'set null' ? name : undefined;
}

/** Rows by the value of a column, in their order. */
export function groupRows<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  by: string,
): Map<unknown, Row[]> {
  const found = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = found.get(row[by]);
    if (group === undefined) found.set(row[by], [row]);
    else group.push(row);
  }
  return found;
}

// --- internal ---

const CAST = /::[a-z][\w ]*(?:\(\d+(?:,\s*\d+)?\))?$/;
const NOW =
  /^(?:now\(\)|(?:current|local|utc)_?timestamp(?:\(\d?\))?|datetime\('now'\)|strftime\('%Y-%m-%d[T ]%H:%M:%[fS]Z?',\s*'now'\))$/i;
