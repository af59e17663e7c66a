import type { View } from '../core/provider.ts';
import { NO_RELATIONS, type Relations } from '../core/relations.ts';
import type { Dialect } from '../sql/dialect.ts';
import { type Atomically, type RunStatement, TableRepository } from '../sql/table-repository.ts';
import type { Store } from '../store.ts';
import { fromImages } from './images.ts';
import { numberChanges } from './number-changes.ts';
import {
  CHANGE_TABLE,
  type ChangeQuery,
  COUNTER_TABLE,
  type RecordedChange,
  type RecordedTable,
  SOURCE_TABLE,
} from './types.ts';

/** Changes in one go, and rows that are deleted by one statement. */
const MOST = 1_000;

/**
 * The changes that the triggers of `t.changes` have recorded.
 *
 * A change has no position until its transaction has committed and some process has called `number()`: so whoever reads behind a position misses nothing.
 *
 * @see docs/changes.md
 */
export class ChangeLog {
  readonly #store: Store;
  readonly #dialect: Dialect;
  readonly #run: RunStatement;
  readonly #atomically: Atomically;

  constructor(store: Store, run: RunStatement, atomically: Atomically) {
    this.#store = store;
    this.#dialect = store.dialect;
    this.#run = run;
    this.#atomically = atomically;
  }

  /** The database runs triggers for records that a foreign key deletes or changes; MySQL and MariaDB do not. */
  get seesCascades(): boolean {
    return this.#dialect.name !== 'mysql';
  }

  /** The tables whose changes are recorded. @throws {DataError} `no_table` where none is, `unavailable` */
  async tables(): Promise<RecordedTable[]> {
    const rows = await this.#rows(
      `select table_name as name, keep_seconds as keep, except_columns as hidden, pruned as pruned from ${SOURCE_TABLE}`,
    );
    return rows.map(({ name, keep, hidden, pruned }) => ({
      table: String(name),
      keep: keep === null ? undefined : Number(keep),
      except: JSON.parse(String(hidden ?? '[]')) as string[],
      pruned: Number(pruned),
    }));
  }

  /** The last position that is given. */
  async position(): Promise<number> {
    const [row] = await this.#rows(`select position as position from ${COUNTER_TABLE} where id = 1`);
    return Number(row?.position ?? 0);
  }

  /**
   * Give positions to changes that have committed, 1,000 at most. Any number of processes may call it.
   *
   * @returns how many got one
   */
  number(): Promise<number> {
    return numberChanges(this.#dialect, this.#run, this.#atomically, MOST);
  }

  /** Read changes in their order. */
  async read({ after, limit = MOST, table, key }: ChangeQuery): Promise<RecordedChange[]> {
    const given: unknown[] = [after];
    const bind = (value: unknown): string => this.#parameter(given.push(value));
    const conditions = [`position > ${this.#parameter(1)}`];
    if (table !== undefined) conditions.push(`table_name = ${bind(table)}`);
    if (key !== undefined) conditions.push(`record_key = ${bind(key)}`);
    const { before, at } = TEXTS[this.#dialect.name];
    const rows = await this.#rows(
      `select id as id, position as position, table_name as name, record_key as record_key, action as action, ${before} as old, ${at} as done, actor as actor
      from ${CHANGE_TABLE} where ${conditions.join(' and ')} order by position limit ${limit}`,
      given,
    );
    return rows.map((row) => ({
      id: String(row.id),
      position: Number(row.position),
      table: String(row.name),
      key: String(row.record_key),
      action: String(row.action) as RecordedChange['action'],
      before: row.old === null ? undefined : String(row.old),
      at: toTime(String(row.done)),
      actor: row.actor === null ? undefined : String(row.actor),
    }));
  }

  /** Delete what is older than the tables keep it, 1,000 changes of a table at most. @returns how many are deleted */
  async prune(): Promise<number> {
    let deleted = 0;
    for (const { table, keep } of await this.tables())
      if (keep !== undefined) deleted += await this.#prune(table, keep);
    return deleted;
  }

  /**
   * Open rows that a table once had, as `before` of its changes has them: filters, policies and masks mean in SQL what they mean of the table.
   *
   * Only columns can be read of it: statements with related records name the table a second time.
   */
  images(
    table: string,
    images: readonly string[],
    relations: Relations = NO_RELATIONS,
    view?: View,
  ): Pick<TableRepository, 'findMany' | 'describe'> {
    const run: RunStatement = async (statement) =>
      this.#run(await fromImages(statement, images, this.#dialect, this.#run));
    return new TableRepository(
      table,
      this.#store,
      (one) => (one.table ? run(one) : this.#run(one)),
      undefined,
      relations,
      view,
    );
  }

  async #prune(table: string, keep: number): Promise<number> {
    const [p1, p2] = [this.#parameter(1), this.#parameter(2)];
    const { before } = LIMITS[this.#dialect.name];
    const [last] = await this.#rows(
      `select max(position) as position from (select position from ${CHANGE_TABLE} where table_name = ${p1} and position is not null
        and at < ${before(p2)} order by position limit ${MOST}) as old`,
      [table, keep],
    );
    if (last?.position === null || last?.position === undefined) return 0;
    // Before they are gone: who reads on behind an older position is told.
    await this.#run({
      text: `update ${SOURCE_TABLE} set pruned = ${p1} where table_name = ${p2}`,
      parameters: [last.position, table],
    });
    const { affected } = await this.#run({
      text: `delete from ${CHANGE_TABLE} where table_name = ${p1} and position <= ${p2}`,
      parameters: [table, last.position],
    });
    return Number(affected ?? 0);
  }

  async #rows(text: string, parameters: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
    return (await this.#run({ text, parameters })).rows;
  }

  #parameter(number: number): string {
    return this.#dialect.name === 'postgres' ? `$${number}` : '?';
  }
}

// --- internal ---

/** `before` and `at` as text. */
const TEXTS = {
  postgres: {
    before: 'before::text',
    at: `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
  },
  mysql: { before: 'cast(`before` as char)', at: "date_format(at, '%Y-%m-%dT%H:%i:%s.%f')" },
  sqlite: { before: 'before', at: 'at' },
} as const;

/** The time that lies so many seconds before now. */
const LIMITS = {
  postgres: { before: (seconds: string) => `now() - ${seconds}::bigint * interval '1 second'` },
  mysql: { before: (seconds: string) => `utc_timestamp(3) - interval ${seconds} second` },
  sqlite: { before: (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ${seconds} || ' seconds')` },
} as const;

function toTime(text: string): string {
  return `${text.slice(0, 23)}Z`;
}
