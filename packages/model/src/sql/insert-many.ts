import { type RawBuilder, sql } from 'kysely';
import type { ColumnValue } from '../core/read-values.ts';
import type { Dialect } from './dialect.ts';
import { Slot } from './shape.ts';
import { isFraction, toStored } from './shaper.ts';
import type { TableStatement } from './sql-client.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';
import type { StatementWriter } from './write-statement.ts';

/**
 * Write the statements that insert many records, in the order of the records, and give their rows back where the database can do that.
 *
 * The text is put together from the text of each column, because building an expression for every value would cost more than the insert.
 *
 * @returns `undefined` for what one insert does for one record only: defaults alone, moving a counter, and keys of which some are given
 */
export function insertMany(
  records: readonly (readonly ColumnValue[])[],
  dialect: Dialect,
  table: StoredDescription,
  writer: StatementWriter,
): InsertStatement[] | undefined {
  const { primaryKey } = table;
  const movesCounter = dialect.moveCounter !== undefined;
  const groups = groupByColumns(records, dialect.hasDefaultKeyword);
  // Where one record has a key, `default` would make that of another one 0 in MariaDB.
  const isEasy = ({ columns, records: all }: Group): boolean =>
    columns.length > 0 &&
    primaryKey.every((key) => {
      if (!columns.includes(key)) return true;
      return !(movesCounter && table.columns.get(key)?.isCounted) && all.every((one) => gives(one, key));
    });
  if (!groups.every(isEasy)) return undefined;
  return groups.flatMap((group) => writeGroup(group, dialect, table, writer));
}

/** A statement that inserts the next records of a list. */
export interface InsertStatement extends TableStatement {
  /** The number of records that it inserts. */
  readonly count: number;
}

// --- internal ---

/** Values of one statement: SQLite takes 32,766, the others 65,535. */
const MOST_VALUES = 30_000;

const WHOLE = new Slot(0, false);
const FRACTION = new Slot(0, true);

/** By column. */
type Values = readonly unknown[];

/** The text before the parameter of an expression, and after it. */
type AroundParameter = readonly [before: string, after: string];

interface Group {
  readonly columns: readonly string[];
  readonly records: (readonly ColumnValue[])[];
}

function writeGroup(
  { columns, records }: Group,
  dialect: Dialect,
  table: StoredDescription,
  writer: StatementWriter,
): InsertStatement[] {
  const types = columns.map((name) => table.columns.get(name) as StoredColumn);
  const rows = records.map((record) => types.map((type, at) => storedValue(record, type, at, dialect)));
  const insertInto = writer.insertInto(columns);
  if (dialect.rowsFromLists && rows.every((row) => !row.includes(undefined))) {
    const insert = sql`${insertInto}${dialect.rowsFromLists(types, rows)}${writer.returning()}`;
    const { sql: text, parameters } = insert.compile(dialect.compiler);
    return [{ text, parameters, table, count: rows.length }];
  }
  const compile = (part: RawBuilder<unknown>): string => part.compile(dialect.compiler).sql;
  const [head, tail] = [compile(insertInto), compile(writer.returning())];
  const textsOf = (slot: Slot): AroundParameter[] =>
    types.map((type) => aroundParameter(compile(writer.bound(slot, type))));
  const texts = textsOf(WHOLE);
  const textsOfFractions = types.some(({ affinity }) => affinity === 'none') ? textsOf(FRACTION) : texts;
  const isNumbered = dialect.name === 'postgres';
  const write = (part: readonly Values[]): InsertStatement => {
    const parameters: unknown[] = [];
    const bind = (value: unknown, at: number): string => {
      const type = types[at] as StoredColumn;
      // The default of a key that counts up is 0 in MariaDB, where 0 is a key.
      if (value === undefined) return type.isCounted ? 'null' : 'default';
      if (value === null) return 'null';
      const [before, after] = (isFraction(value, type) ? textsOfFractions : texts)[at] as AroundParameter;
      const number = parameters.push(dialect.bulk ? dialect.bulk(value, type) : value);
      return isNumbered ? `${before}$${number}${after}` : `${before}?${after}`;
    };
    const tuples = part.map((values) => `(${values.map(bind).join(', ')})`);
    return { text: `${head}values ${tuples.join(', ')}${tail}`, parameters, table, count: part.length };
  };
  const size = Math.max(1, Math.floor(MOST_VALUES / columns.length));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    write(rows.slice(part * size, (part + 1) * size)),
  );
}

/** In the form that the driver takes; `undefined` where a record leaves it to the database. */
function storedValue(record: readonly ColumnValue[], type: StoredColumn, at: number, dialect: Dialect): unknown {
  // Nearly all records name their columns in the same order.
  const given = record[at]?.column === type.name ? record[at] : record.find(({ column }) => column === type.name);
  return given === undefined || given.value === null ? given?.value : toStored(given.value, type, dialect);
}

function gives(record: readonly ColumnValue[], name: string): boolean {
  return record.some(({ column }) => column === name);
}

/** Without the keyword `default`, only records with the same columns go into one statement. */
function groupByColumns(records: readonly (readonly ColumnValue[])[], hasDefaultKeyword: boolean): Group[] {
  if (hasDefaultKeyword) {
    const columns = new Set<string>();
    for (const record of records) for (const { column } of record) columns.add(column);
    return [{ columns: [...columns], records: [...records] }];
  }
  const groups: Group[] = [];
  for (const record of records) {
    const last = groups.at(-1);
    const isSame =
      record.length === last?.columns.length && record.every(({ column }) => last.columns.includes(column));
    if (last !== undefined && isSame) last.records.push(record);
    else groups.push({ columns: record.map(({ column }) => column), records: [record] });
  }
  return groups;
}

/** The text around the one parameter of an expression; the name of a type may look like another one. */
function aroundParameter(text: string): AroundParameter {
  const at = text.search(/\$1|\?/);
  return [text.slice(0, at), text.slice(at + (text[at] === '?' ? 1 : 2))];
}
