import type { View } from '../core/provider.ts';
import { NO_RELATIONS, type Relations } from '../core/relations.ts';
import type { Dialect } from '../sql/dialect.ts';
import { type Atomically, type RunStatement, TableRepository } from '../sql/table-repository.ts';
import type { Store } from '../store.ts';
import { fromImages, PLACE } from './images.ts';
import { numberChanges } from './number-changes.ts';
import { MOST, parameterOf, readChanges, readRecord, timeText, toTime } from './read-changes.ts';
import {
  CHANGE_TABLE,
  type ChangeQuery,
  COUNTER_TABLE,
  type RecordedChange,
  type RecordedTable,
  type RecordQuery,
  SOURCE_TABLE,
} from './types.ts';

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
      `select table_name as name, keep_seconds as keep, except_columns as hidden, pruned as pruned,
        ${timeText(this.#dialect, 'since')} as since from ${SOURCE_TABLE}`,
    );
    return rows.map(({ name, keep, hidden, pruned, since }) => ({
      table: String(name),
      keep: keep === null ? undefined : Number(keep),
      except: JSON.parse(String(hidden ?? '[]')) as string[],
      pruned: Number(pruned),
      since: toTime(String(since)),
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
  read(query: ChangeQuery): Promise<RecordedChange[]> {
    return readChanges(this.#dialect, this.#run, query);
  }

  /** Read the changes of one record, also those that have no position yet. */
  ofRecord(query: RecordQuery): Promise<RecordedChange[]> {
    return readRecord(this.#dialect, this.#run, query);
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
   *
   * @param places - gets the place in `images` of each row that is read
   */
  images(
    table: string,
    images: readonly string[],
    relations: Relations = NO_RELATIONS,
    view?: View,
    places: number[] = [],
  ): Pick<TableRepository, 'findMany' | 'describe'> {
    const run: RunStatement = async (statement) => {
      const result = await this.#run(await fromImages(statement, images, this.#dialect, this.#run));
      for (const row of result.rows as Record<string, unknown>[]) {
        places.push(Number(row[PLACE]));
        delete row[PLACE];
      }
      return result;
    };
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
    const [p1, p2, p3] = [1, 2, 3].map((number) => parameterOf(this.#dialect, number)) as [string, string, string];
    const before = LIMITS[this.#dialect.name];
    const [last] = await this.#rows(
      `select max(position) as position from (select position from ${CHANGE_TABLE} where table_name = ${p1} and position is not null
        and at < ${before(p2)} order by position limit ${MOST}) as old`,
      [table, keep],
    );
    if (last?.position === null || last?.position === undefined) return 0;
    // Before they are gone: who reads on behind an older position is told.
    await this.#run({
      text: `update ${SOURCE_TABLE} set pruned = ${p1}, since = ${before(p2)} where table_name = ${p3}`,
      parameters: [last.position, keep, table],
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
}

// --- internal ---

/** The time that lies so many seconds before now. */
const LIMITS = {
  postgres: (seconds: string) => `now() - ${seconds}::bigint * interval '1 second'`,
  mysql: (seconds: string) => `utc_timestamp(3) - interval ${seconds} second`,
  sqlite: (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ${seconds} || ' seconds')`,
} as const;
