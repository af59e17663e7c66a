import type { Dialect } from '../sql/dialect.ts';
import type { RunStatement } from '../sql/table-repository.ts';
import { CHANGE_TABLE, type ChangeQuery, type RecordedChange, type RecordQuery } from './types.ts';

/** Changes in one go. */
export const MOST = 1_000;

/** Changes of the first statement, before anything is known of their size, and of the next ones. */
const [FIRST, NEXT] = [10, 100];
/** Characters of former rows after which no more are read. */
const ENOUGH = 4_000_000;

/** Read changes in the order of their positions, fewer than the limit where their former rows are large: they are all in memory. */
export async function readChanges(
  dialect: Dialect,
  run: RunStatement,
  { after, limit = MOST, table, key }: ChangeQuery,
): Promise<RecordedChange[]> {
  const changes: RecordedChange[] = [];
  let size = 0;
  while (changes.length < limit && size < ENOUGH) {
    const most = Math.min(changes.length === 0 ? FIRST : NEXT, limit - changes.length);
    const read = new ReadChanges(dialect, run).where('position > ?', changes.at(-1)?.position ?? after);
    if (table !== undefined) read.where('table_name = ?', table);
    if (key !== undefined) read.where('record_key = ?', key);
    const found = await read.all('position', most);
    changes.push(...found);
    if (found.length < most) break;
    for (const { before } of found) size += before?.length ?? 0;
  }
  return changes;
}

/** Read the changes of one record. For one record, the order of the ids is that of the commits: each change waits for the one before it. */
export function readRecord(dialect: Dialect, run: RunStatement, query: RecordQuery): Promise<RecordedChange[]> {
  const { table, key, upTo, above, later, newestFirst, limit } = query;
  const read = new ReadChanges(dialect, run).where('table_name = ?', table).where('record_key = ?', key);
  if (upTo !== undefined) read.where('id <= ?', upTo);
  if (above !== undefined) read.where('id > ?', above);
  if (later !== undefined) read.where(`at > ${TEXTS[dialect.name].time}`, later);
  return read.all(newestFirst ? 'id desc' : 'id', limit);
}

/** The `$1` or `?` of a parameter. */
export function parameterOf({ name }: Dialect, number: number): string {
  return name === 'postgres' ? `$${number}` : '?';
}

/** A time as `at` of a change. */
export function toTime(text: string): string {
  return `${text.slice(0, 23)}Z`;
}

/** A column with a time as text, for {@link toTime}. */
export function timeText({ name }: Dialect, column: string): string {
  return TEXTS[name].text(column);
}

// --- internal ---

/** A statement that is put together. */
class ReadChanges {
  readonly #dialect: Dialect;
  readonly #run: RunStatement;
  readonly #conditions: string[] = [];
  readonly #given: unknown[] = [];

  constructor(dialect: Dialect, run: RunStatement) {
    this.#dialect = dialect;
    this.#run = run;
  }

  /** @param condition - with one `?` for the value */
  where(condition: string, value: unknown): this {
    const place = parameterOf(this.#dialect, this.#given.push(value));
    this.#conditions.push(condition.replace('?', () => place));
    return this;
  }

  async all(order: string, limit: number): Promise<RecordedChange[]> {
    const { before } = TEXTS[this.#dialect.name];
    const { rows } = await this.#run({
      text: `select id as id, position as position, table_name as name, record_key as record_key, action as action, ${before} as old,
        ${timeText(this.#dialect, 'at')} as done, actor as actor
        from ${CHANGE_TABLE} where ${this.#conditions.join(' and ')} order by ${order} limit ${limit}`,
      parameters: this.#given,
    });
    return rows.map(toChange);
  }
}

function toChange(row: Readonly<Record<string, unknown>>): RecordedChange {
  return {
    id: String(row.id),
    position: Number(row.position),
    table: String(row.name),
    key: String(row.record_key),
    action: String(row.action) as RecordedChange['action'],
    before: row.old === null ? undefined : String(row.old),
    at: toTime(String(row.done)),
    actor: row.actor === null ? undefined : String(row.actor),
  };
}

/** `before` and times as text, and the parameter of a time. */
const TEXTS = {
  postgres: {
    before: 'before::text',
    text: (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
    time: '?::timestamptz',
  },
  mysql: {
    before: 'cast(`before` as char)',
    text: (column: string) => `date_format(${column}, '%Y-%m-%dT%H:%i:%s.%f')`,
    time: "str_to_date(?, '%Y-%m-%dT%H:%i:%s.%fZ')",
  },
  sqlite: { before: 'before', text: (column: string) => column, time: '?' },
} as const;
