import { type ColumnValue, NO_RELATIONS } from '@rest-gen/router/model';
import type { RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Slot } from './shape.ts';
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
  const compile = (part: RawBuilder<unknown>): string => part.compile(dialect.compiler).sql;
  const isNumbered = dialect.name === 'postgres';
  return groups.flatMap(({ columns, records: all }) => {
    const head = compile(writer.insertInto(columns));
    const tail = compile(writer.returning());
    const texts = new Map<string, readonly [string, string]>();
    const textOf = (name: string, slot: Slot): readonly [string, string] => {
      const key = `${name}${slot.isFraction ? ' fraction' : ''}`;
      const known = texts.get(key) ?? split(compile(writer.bound(slot, table.columns.get(name) as StoredColumn)));
      texts.set(key, known);
      return known;
    };
    const write = (part: readonly (readonly ColumnValue[])[]): TableStatement => {
      const shaper = new Shaper(dialect, table, NO_RELATIONS);
      const parameters: unknown[] = [];
      const tuples = part.map((record) => {
        const assignments = new Map(
          shaper.assignments(record).map((assignment) => [assignment.column, assignment.value]),
        );
        const values = columns.map((column) => {
          const value = assignments.get(column);
          // The default of a key that counts up is 0 in MariaDB, where 0 is a key.
          if (value === undefined) return table.columns.get(column)?.isCounted ? 'null' : 'default';
          if (value === null) return 'null';
          const [before, after] = textOf(column, value);
          const number = parameters.push(shaper.values[value.place]);
          return `${before}${isNumbered ? `$${number}` : '?'}${after}`;
        });
        return `(${values.join(', ')})`;
      });
      return { text: `${head}${tuples.join(', ')}${tail}`, parameters, table };
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

interface Group {
  readonly columns: readonly string[];
  readonly records: (readonly ColumnValue[])[];
}

function gives(record: readonly ColumnValue[], name: string): boolean {
  return record.some(({ column }) => column === name);
}

/** Without the keyword `default`, only records with the same columns go into one statement. */
function groupByColumns(records: readonly (readonly ColumnValue[])[], hasDefaultKeyword: boolean): Group[] {
  const namesOf = (record: readonly ColumnValue[]): string[] => record.map(({ column }) => column);
  if (hasDefaultKeyword) return [{ columns: [...new Set(records.flatMap(namesOf))], records: [...records] }];
  const groups: Group[] = [];
  for (const record of records) {
    const last = groups.at(-1);
    const isSame =
      record.length === last?.columns.length && record.every(({ column }) => last.columns.includes(column));
    if (last !== undefined && isSame) last.records.push(record);
    else groups.push({ columns: namesOf(record), records: [record] });
  }
  return groups;
}

/** The text around the one parameter of an expression; the name of a type may look like another one. */
function split(text: string): readonly [string, string] {
  const at = text.search(/\$1|\?/);
  return [text.slice(0, at), text.slice(at + (text[at] === '?' ? 1 : 2))];
}
