import type { ColumnFacts, TableFacts } from './catalog.ts';
import { type Database, literal, quote, type Row } from './databases.ts';
import { isBinary, isText } from './values.ts';

const ROWS = 7;
/** Text that has a meaning in paths, queries, patterns or SQL, and text of other alphabets. */
const TEXTS = ['a/b', '50%', 'x,y', "O'Hara", 'Ünï çödé', '.', 'a b', '"q" \\', '~t', '雪'];

/**
 * Write rows into the tables that are empty: valid by type, foreign keys first.
 *
 * @returns the tables that refused them, with the reason of the database
 */
export async function fillTables(database: Database, tables: readonly TableFacts[]): Promise<string[]> {
  const refusals: string[] = [];
  for (const table of inOrder(tables)) {
    const name = quote(database, table.name);
    if ((await database.rows(`select 1 from ${name} limit 1`)).length > 0) continue;
    const parents: Row[][] = [];
    for (const key of table.foreignKeys) parents.push(await parentRows(database, key));
    for (let place = 0; place < ROWS; place += 1) {
      const row = rowOf(table, place, parents);
      const columns = Object.keys(row).map((column) => quote(database, column));
      const values = Object.values(row).map((value) => literal(database, value));
      try {
        const list = `(${columns.join(', ')}) values (${values.join(', ')})`;
        await database.run(
          `insert into ${name} ${columns.length === 0 && database.store === 'sqlite' ? 'default values' : list}`,
        );
      } catch (error) {
        if (place === 0) refusals.push(`${table.name}: ${(error as Error).message.split('\n')[0]}`);
      }
    }
  }
  return refusals;
}

// --- internal ---

/** Tables after those that they refer to. */
function inOrder(tables: readonly TableFacts[]): TableFacts[] {
  const left = tables.filter(({ isView }) => !isView);
  const sorted: TableFacts[] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const isFree = ({ name, foreignKeys }: TableFacts) =>
      foreignKeys.every(({ table }) => table === name || !names.has(table));
    const place = Math.max(0, left.findIndex(isFree));
    sorted.push(...left.splice(place, 1));
  }
  return sorted;
}

function parentRows(database: Database, { table, references }: TableFacts['foreignKeys'][number]): Promise<Row[]> {
  const columns = references.map((name) => quote(database, name)).join(', ');
  // SQLite accepts a foreign key to a table that does not exist.
  return database.rows(`select ${columns} from ${quote(database, table)} limit ${ROWS}`).catch(() => []);
}

function rowOf({ columns, foreignKeys, name, uniques }: TableFacts, place: number, parents: readonly Row[][]): Row {
  const row: Record<string, unknown> = {};
  const distinct = new Set(uniques.flat());
  for (const column of columns) {
    if (column.isGenerated || column.isCounted) continue;
    // Every third row has the nulls and the defaults.
    if (place % 3 === 2 && (column.nullable || column.hasDefault) && !distinct.has(column.name)) continue;
    row[column.name] = sampleOf(column, place, distinct.has(column.name));
  }
  for (const [index, key] of foreignKeys.entries()) {
    const rows = parents[index] ?? [];
    // Pairs of foreign keys differ: the second goes its own way.
    const parent = rows[(place + index * Math.floor(place / Math.max(1, rows.length))) % Math.max(1, rows.length)];
    for (const [at, column] of key.columns.entries()) {
      if (parent !== undefined) row[column] = parent[key.references[at] as string];
      else if (key.table !== name || columns.find((one) => one.name === column)?.nullable) row[column] = null;
    }
  }
  return row;
}

function sampleOf({ type, length, values }: ColumnFacts, place: number, isDistinct: boolean): unknown {
  if (values !== undefined) return values[place % values.length];
  if (/^set\b/.test(type)) return '';
  if (/bool|^bit|^tinyint\(1\)/.test(type)) return type.startsWith('boolean') ? place % 2 === 0 : place % 2;
  if (/json/.test(type)) return JSON.stringify([{ a: place }, [place, 'x'], `text ${place}`][place % 3]);
  if (/^uuid/.test(type)) return `0000000${place}-0000-4000-8000-00000000000${place}`;
  if (/\[\]$|array/.test(type)) return '{}';
  if (/^inet|^cidr/.test(type)) return `10.0.0.${place}`;
  if (/interval/.test(type)) return `${place} days`;
  if (/^time\b/.test(type)) return `0${place}:30:00`;
  if (/year/.test(type)) return 2000 + place;
  if (/^date$/.test(type)) return `2024-02-0${place + 1}`;
  if (/timestamp|datetime/.test(type)) return `2024-02-0${place + 1} 10:30:0${place}`;
  if (/int|number/.test(type)) return place + 1;
  if (/numeric|decimal/.test(type)) return place + 1;
  if (/real|double|float/.test(type)) return place + 0.5;
  if (isBinary(type)) return Buffer.from(`\0${place}ÿ`.slice(0, length ?? 8));
  if (!isText(type) && type !== '') return String(place + 1);
  const text = isDistinct && (length ?? 99) < 6 ? 'abcdefghij'[place] : TEXTS[place % TEXTS.length];
  return String(text).slice(0, length ?? 99);
}
