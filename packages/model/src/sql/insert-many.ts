import type { ColumnValue } from '@rest-gen/router/model';
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Assignment, Slot } from './shape.ts';
import { Shaper } from './shaper.ts';
import type { TableStatement } from './sql-client.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';
import type { StatementWriter } from './write-statement.ts';

/**
 * Write the statements that insert many records, and give their rows back in the order of the records.
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
): TableStatement[] | undefined {
  const { primaryKey } = table;
  const isCounted = dialect.moveCounter !== undefined && table.columns.get(primaryKey)?.isCounted;
  const groups = groupByColumns(records, dialect.hasDefaultKeyword);
  // Where one record has a key, `default` would make that of another one 0 in MariaDB.
  const isEasy = ({ columns, records: all }: Group): boolean =>
    columns.length > 0 && (!columns.includes(primaryKey) || (!isCounted && all.every((one) => gives(one, primaryKey))));
  if (!groups.every(isEasy)) return undefined;
  const { rowsFromLists } = dialect;
  if (rowsFromLists && groups.every(isUniform)) {
    return groups.map(({ columns, records: all }) => {
      const shaper = new Shaper(dialect, table);
      const rows = all.map((record) => {
        const row = shaper.assignments(record);
        return columns.map((name, at) => {
          const slot = (row[at]?.column === name ? row[at] : find(row, name))?.value;
          return slot ? shaper.values[slot.place] : null;
        });
      });
      const types = columns.map((name) => table.columns.get(name) as StoredColumn);
      const insert = sql`${writer.insertInto(columns)}${rowsFromLists(types, rows)}${writer.returning()}`;
      const { sql: text, parameters } = insert.compile(dialect.compiler);
      return { text, parameters, table };
    });
  }
  const compile = (part: RawBuilder<unknown>): string => part.compile(dialect.compiler).sql;
  const isNumbered = dialect.name === 'postgres';
  return groups.flatMap(({ columns, records: all }) => {
    const head = compile(writer.insertInto(columns));
    const tail = compile(writer.returning());
    const [whole, fractions] = [new Map<string, AroundParameter>(), new Map<string, AroundParameter>()];
    const textOf = (name: string, slot: Slot): AroundParameter => {
      const texts = slot.isFraction ? fractions : whole;
      let known = texts.get(name);
      if (known === undefined) {
        known = split(compile(writer.bound(slot, table.columns.get(name) as StoredColumn)));
        texts.set(name, known);
      }
      return known;
    };
    const write = (part: readonly (readonly ColumnValue[])[]): TableStatement => {
      const shaper = new Shaper(dialect, table);
      const parameters: unknown[] = [];
      let tuples = '';
      for (const record of part) {
        const assignments = shaper.assignments(record);
        tuples += tuples === '' ? '(' : ', (';
        for (let at = 0; at < columns.length; at += 1) {
          const column = columns[at] as string;
          // Nearly all records name their columns in the same order.
          const own = assignments[at]?.column === column ? assignments[at] : find(assignments, column);
          if (at > 0) tuples += ', ';
          // The default of a key that counts up is 0 in MariaDB, where 0 is a key.
          if (own === undefined) tuples += table.columns.get(column)?.isCounted ? 'null' : 'default';
          else if (own.value === null) tuples += 'null';
          else {
            const [before, after] = textOf(column, own.value);
            const value = shaper.values[own.value.place];
            const number = parameters.push(
              dialect.bulk ? dialect.bulk(value, table.columns.get(column) as StoredColumn) : value,
            );
            tuples += `${before}${isNumbered ? `$${number}` : '?'}${after}`;
          }
        }
        tuples += ')';
      }
      return { text: `${head}values ${tuples}${tail}`, parameters, table };
    };
    const size = Math.max(1, Math.floor(MOST_VALUES / columns.length));
    return Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
      write(all.slice(part * size, (part + 1) * size)),
    );
  });
}

// --- internal ---

/** Values of one statement: SQLite takes 32,766, the others 65,535. */
const MOST_VALUES = 30_000;

/** The text before the parameter of an expression, and after it. */
type AroundParameter = readonly [before: string, after: string];

interface Group {
  readonly columns: readonly string[];
  readonly records: (readonly ColumnValue[])[];
}

function find(assignments: readonly Assignment[], name: string): Assignment | undefined {
  return assignments.find(({ column }) => column === name);
}

function gives(record: readonly ColumnValue[], name: string): boolean {
  return record.some(({ column }) => column === name);
}

/** All records name all columns of the group. */
function isUniform({ columns, records }: Group): boolean {
  return records.every(({ length }) => length === columns.length);
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
function split(text: string): AroundParameter {
  const at = text.search(/\$1|\?/);
  return [text.slice(0, at), text.slice(at + (text[at] === '?' ? 1 : 2))];
}
