export {
  CHANGE_COUNTER as COUNTER_TABLE,
  CHANGE_SETTINGS as SOURCE_TABLE,
  CHANGE_TABLE,
} from '../schema/recorded-changes.ts';

/** A change of a record, as the trigger of its table has recorded it. */
export interface RecordedChange {
  readonly id: string;
  /** Its place in the order of all changes, from 1. Between two places others may be missing. */
  readonly position: number;
  readonly table: string;
  /** The text of the primary key; values of a composite key are joined with U+001F. */
  readonly key: string;
  readonly action: 'create' | 'update' | 'delete';
  /** The row before the change as JSON, without excepted columns and bytes; `undefined` for a new record. */
  readonly before: string | undefined;
  /** `2026-01-31T12:00:00.000Z` */
  readonly at: string;
  /** What the session of the database said: `rest_gen.actor` of PostgreSQL, `@rest_gen_actor` of MySQL. */
  readonly actor: string | undefined;
}

/** A table whose changes are recorded: `t.changes({ keep, except })`. */
export interface RecordedTable {
  readonly table: string;
  /** Seconds; `undefined` for ever. */
  readonly keep: number | undefined;
  /** Columns that `before` does not have. */
  readonly except: readonly string[];
  /** Changes up to this position are deleted. */
  readonly pruned: number;
  /** Every change from this time on is there: `2026-01-31T12:00:00.000Z` */
  readonly since: string;
}

/** Which changes to read. */
export interface ChangeQuery {
  /** Those behind this position. */
  readonly after: number;
  /** At most; default 1,000. */
  readonly limit?: number;
  /** Of this table alone. */
  readonly table?: string;
  /** Of this record of the table. */
  readonly key?: string;
}

/** Which changes of one record to read. */
export interface RecordQuery {
  readonly table: string;
  readonly key: string;
  /** The newest first, else the oldest. */
  readonly newestFirst: boolean;
  readonly limit: number;
  /** Not those that are newer than this one. */
  readonly upTo?: string | undefined;
  /** Only those that are newer than this one. */
  readonly above?: string | undefined;
  /** Only those whose time is later than this one: `2026-01-31T12:00:00.000Z` */
  readonly later?: string | undefined;
}
