import { type RawBuilder, sql } from 'kysely';
import { DataError } from '../core/data-error.ts';

/** Rows of another table that are read as one JSON value: each is a list of its values. */
export interface JsonRows {
  /** Columns as `Dialect.toJson` writes them, and numbers. */
  readonly values: readonly RawBuilder<unknown>[];
  /** Behind the values: rows as JSON, and numbers. */
  readonly related?: readonly RawBuilder<unknown>[];
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The keys, separated by commas. */
  readonly orderBy?: RawBuilder<unknown> | undefined;
}

/** A list of rows, of which only the first ones are read. */
export interface JsonList extends JsonRows {
  readonly orderBy: RawBuilder<unknown>;
  readonly limit: number;
  /** The key of a row, where it is a whole number that an index finds. */
  readonly key?: RawBuilder<unknown> | undefined;
}

/**
 * Write a JSON array; of many values, an array of arrays.
 *
 * @param name - the function of the database
 */
export function jsonArray(name: string, values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (values.length <= MOST_ARGUMENTS) return sql`${sql.raw(name)}(${sql.join(values)})`;
  return jsonArray(
    name,
    inParts(values).map((part) => jsonArray(name, part)),
  );
}

/** Lists that are short enough for a function. */
export function inParts<Value>(values: readonly Value[]): Value[][] {
  const count = Math.ceil(values.length / MOST_ARGUMENTS);
  return Array.from({ length: count }, (_, at) => values.slice(at * MOST_ARGUMENTS, (at + 1) * MOST_ARGUMENTS));
}

/** Write the first row, or null. */
export function firstRow(row: RawBuilder<unknown>, { from, where, orderBy }: JsonRows): RawBuilder<unknown> {
  const order = orderBy ? sql` order by ${orderBy}` : sql``;
  return sql`(select ${row} from ${from} where ${where}${order} limit 1)`;
}

/**
 * Parse rows that were read as JSON. Some drivers have done so already; numbers that this could round travel as text.
 *
 * @throws {DataError} `unavailable` for JSON that the database has cut off
 */
export function parseRows(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new DataError(
      'unavailable',
      'The database has cut off related records: they are too large for its settings',
      {
        hint: 'Increase group_concat_max_len and max_allowed_packet of MariaDB, or include fewer records.',
        cause,
      },
    );
  }
}

/**
 * The values of a row in JSON.
 *
 * @param count - the number of values
 */
export function valuesOf(row: readonly unknown[], count: number): readonly unknown[] {
  return row.length === count ? row : row.flat();
}

// --- internal ---

/** PostgreSQL takes no more, SQLite took 127 for long. */
const MOST_ARGUMENTS = 100;
