import type { ColumnFacts } from './catalog.ts';
import { quote, type Row } from './databases.ts';
import { newValue } from './values.ts';
import type { Walk } from './walk.ts';

/** Values of a column that are tried for a new pair of foreign keys. */
const TRIED = 200;

/**
 * Values for the unique columns of a copy that no row has.
 *
 * @returns `undefined` where there are none
 */
export async function varyUniques(walk: Walk, row: Row): Promise<Record<string, unknown> | undefined> {
  const { table, endpoint } = walk;
  const varied: Record<string, unknown> = {};
  for (const unique of table.uniques) {
    const columns = unique.map((name) => table.columns.find((column) => column.name === name) as ColumnFacts);
    const isSet = columns.every(({ name }) => endpoint.fields.has(name) && row[name] !== null);
    if (!isSet || unique.some((name) => name in varied)) continue;
    const free = columns.find(({ name }) => referenceOf(walk, name) === undefined);
    const values = free === undefined ? await pairOf(walk, columns) : await single(walk, free);
    if (values === undefined) return undefined;
    Object.assign(varied, values);
  }
  return varied;
}

// --- internal ---

async function single({ database, table }: Walk, column: ColumnFacts): Promise<Record<string, unknown> | undefined> {
  const name = quote(database, column.name);
  const rows = await database.rows(`select distinct ${name} as value from ${quote(database, table.name)}`);
  const value = newValue(column, new Set(rows.map((one) => String(one.value).toLowerCase())));
  return value === undefined ? undefined : { [column.name]: value };
}

/** A combination of parents that no row has. */
async function pairOf(walk: Walk, columns: readonly ColumnFacts[]): Promise<Record<string, unknown> | undefined> {
  const { database, table } = walk;
  const unique = columns.map(({ name }) => name);
  const list = unique.map((name) => quote(database, name)).join(', ');
  const rows = await database.rows(`select ${list} from ${quote(database, table.name)}`);
  const used = new Set(rows.map((row) => JSON.stringify(unique.map((name) => String(row[name])))));
  const parents: unknown[][] = [];
  for (const name of unique) parents.push(await parentsOf(walk, name));
  const combine = (chosen: readonly unknown[]): readonly unknown[] | undefined => {
    if (chosen.length === unique.length) return used.has(JSON.stringify(chosen.map(String))) ? undefined : chosen;
    for (const value of parents[chosen.length] ?? []) {
      const found = combine([...chosen, value]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = combine([]);
  return (
    found &&
    Object.fromEntries(unique.map((name, index) => [name, toJson(found[index], columns[index] as ColumnFacts)]))
  );
}

async function parentsOf(walk: Walk, name: string): Promise<unknown[]> {
  const { database } = walk;
  const [parent, column] = referenceOf(walk, name) ?? ['', ''];
  const rows = await database.rows(
    `select ${quote(database, column)} as value from ${quote(database, parent)} limit ${TRIED}`,
  );
  return rows.map(({ value }) => value);
}

function referenceOf({ table }: Walk, name: string): [table: string, column: string] | undefined {
  const key = table.foreignKeys.find(({ columns }) => columns.includes(name));
  return key && [key.table, key.references[key.columns.indexOf(name)] as string];
}

/** As a client sends it. */
function toJson(value: unknown, { type }: ColumnFacts): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return (/int/.test(type) || typeof value === 'bigint') && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
