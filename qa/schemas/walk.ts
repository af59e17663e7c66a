import type { ColumnFacts, TableFacts } from './catalog.ts';
import { type Database, quote } from './databases.ts';
import type { Endpoint } from './project.ts';
import type { Check } from './report.ts';
import { isText, print, type Shown } from './values.ts';

/** A table of the database with its endpoint. */
export interface Walk {
  readonly address: string;
  readonly database: Database;
  readonly check: Check;
  readonly tables: ReadonlyMap<string, TableFacts>;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly table: TableFacts;
  readonly endpoint: Endpoint;
  /** Columns by which a record is found. */
  readonly key: readonly ColumnFacts[];
}

export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export async function ask({ address }: Walk, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(address + path, {
    method,
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  return {
    method,
    path,
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** `undefined` where an answer has the status, else what came instead. */
export function refused({ status, body }: Answer, wanted: number): string | undefined {
  if (status === wanted) return undefined;
  const { code = '', detail = '' } = (body ?? {}) as { code?: string; detail?: string };
  return `${status} ${code} ${detail}`.trim();
}

/** A request and its answer in a message. */
export function tell({ method, path, status, body }: Answer, sql = ''): string {
  return `${method} ${path} → ${status} ${print(body)}${sql === '' ? '' : `; SQL says ${sql}`}`;
}

/** The records of a list. */
export function recordsOf({ status, body }: Answer): readonly Shown[] {
  return status === 200 && Array.isArray(body) ? body : [];
}

/** The order that docs/http-lists.md promises: null first, text by code points, the key last. */
export function orderBy({ database, key }: Walk, column?: ColumnFacts, descending = false): string {
  const direction = descending ? 'desc' : 'asc';
  const others = key.filter(({ name }) => name !== column?.name);
  return [...(column === undefined ? [] : [column]), ...others]
    .map((one) => orderOf(database, one, direction))
    .join(', ');
}

/** The number in the first row. */
export async function countRows({ database }: Walk, from: string): Promise<number> {
  const [row] = await database.rows(`select count(*) as number from ${from}`);
  return Number(row?.number);
}

/** A column in `order by`. */
export function orderOf(database: Database, { name, type }: ColumnFacts, direction: 'asc' | 'desc'): string {
  const column = quote(database, name);
  // Lists sort an enum by its texts, on every store.
  if (/^enum\b/.test(type)) return `cast(${column} as char) collate utf8mb4_bin ${direction}`;
  if (database.store !== 'postgres') return `${column} ${direction}`;
  return `${column} ${isText(type) ? 'collate "C" ' : ''}${direction} nulls ${direction === 'asc' ? 'first' : 'last'}`;
}
