import { createHash } from 'node:crypto';
import type { Change, Description, ModelProvider } from '@rest-gen/model/core';

/** A change of one record, as it is compared. */
export interface Line {
  readonly fixed: { readonly table: string; readonly action: string; readonly before: unknown };
  /** The values that the write gives it. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Hash what a write changes, except for the columns in `generated`. */
export function digestOf(lines: readonly Line[], generated: ReadonlySet<string>): string {
  const kept = lines.map(({ fixed, values }) => {
    const compared = Object.entries(values).filter(([column]) => !generated.has(`${fixed.table}.${column}`));
    return JSON.stringify([fixed, compared.sort(([a], [b]) => (a < b ? -1 : 1))]);
  });
  return createHash('sha256').update(kept.sort().join('\n')).digest('base64url');
}

/** Name the columns whose values two runs of the same write, on the same data, do not agree in: `post.slug`. */
export function findGenerated(first: readonly Line[], second: readonly Line[]): Set<string> {
  const found = new Set<string>();
  for (const [index, { fixed, values }] of first.entries()) {
    const other = second[index];
    if (other === undefined || JSON.stringify(other.fixed) !== JSON.stringify(fixed)) continue;
    for (const [column, value] of Object.entries(values))
      if (JSON.stringify(other.values[column]) !== JSON.stringify(value)) found.add(`${fixed.table}.${column}`);
  }
  return found;
}

/**
 * Describe what a write changes, as `mergeChanges` gives it: for each record its table, its action, how it is stored before, and the values that the write
 * gives it.
 *
 * What is new in each run gets the same name in each: generated keys and the foreign keys that name them, and times of the run itself.
 *
 * @param body - of the request: times in it are values like others
 */
export async function describeChanges(
  models: ModelProvider,
  changes: readonly Change[],
  body: unknown,
): Promise<Line[]> {
  const tables = new Map<string, Description>();
  for (const { table } of changes) if (!tables.has(table)) tables.set(table, await models.repository(table).describe());
  const made = generatedKeys(changes, tables);
  const given = timesIn(body);
  return changes.map(({ table, action, before, after = {}, given: columns }) => {
    const { foreignKeys = [], primaryKey } = tables.get(table) as Description;
    const values: Record<string, unknown> = {};
    for (const column of columns) {
      const value = after[column];
      const reference = foreignKeys.find((one) => one.column === column);
      const target = reference?.table ?? (primaryKey.includes(column) ? table : undefined);
      const own = target === undefined ? undefined : made.get(`${target.toLowerCase()}\n${value}`);
      values[column] = own ?? (isNow(value, given) ? 'now' : plain(value));
    }
    return { fixed: { table, action, before: before && plain(before) }, values };
  });
}

// --- internal ---

/** The keys that the database has given to new records, by table and value: which new record of its table each is. */
function generatedKeys(changes: readonly Change[], tables: ReadonlyMap<string, Description>): Map<string, string> {
  const made = new Map<string, string>();
  for (const { table, action, after = {}, given } of changes) {
    const { primaryKey } = tables.get(table) as Description;
    const [column] = primaryKey;
    if (action !== 'create' || primaryKey.length !== 1 || column === undefined || given.includes(column)) continue;
    made.set(`${table.toLowerCase()}\n${after[column]}`, `new ${table} ${made.size}`);
  }
  return made;
}

/** Milliseconds. */
const MINUTE = 60_000;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' && TIME.test(value) ? new Date(value).getTime() : undefined;
}

/** A time of the run itself, such as `updated_at`. */
function isNow(value: unknown, given: ReadonlySet<number>): boolean {
  const time = timeOf(value);
  return time !== undefined && Math.abs(time - Date.now()) < MINUTE && !given.has(time);
}

function timesIn(value: unknown, found: Set<number> = new Set()): Set<number> {
  const time = timeOf(value);
  if (time !== undefined) found.add(time);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) timesIn(one, found);
  return found;
}

/** A value as JSON can write it, whatever its type. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)) ?? 'null');
}
