import type { ForeignKey, TableFacts } from './catalog.ts';
import { literal, quote, type Row } from './databases.ts';
import { differs, type Shown } from './values.ts';
import { ask, orderOf, recordsOf, refused, tell, type Walk } from './walk.ts';

const PAGE = 20;
/** Records of an included list. */
const MAX = 20;

/** What `static include` says of a relation, as `migrate --pull` writes it. */
type Declared = true | { readonly table?: string; readonly key?: string; readonly through?: string };

/** Include each relation that the class declares, and compare it with a join; look for a relation for each foreign key. */
export async function walkIncludes(walk: Walk, rows: readonly Row[]): Promise<void> {
  const { endpoint, table, check, endpoints } = walk;
  const covered = new Set<ForeignKey>();
  for (const [name, declared] of Object.entries(endpoint.include) as [string, Declared][]) {
    const own = ownKey(table, name, declared);
    if (own !== undefined) covered.add(own);
    const answer = await ask(walk, 'GET', `${endpoint.path}?include=${encodeURIComponent(name)}&pageSize=${PAGE}`);
    let failure = refused(answer, 200);
    for (const [place, record] of recordsOf(answer).entries()) {
      if (failure !== undefined || rows[place] === undefined) break;
      const wanted = await relatedRows(walk, own, name, declared, rows[place]);
      failure = wanted === undefined ? 'no such foreign key' : compare(wanted, record[name]);
    }
    check('include', failure, () => tell(answer, JSON.stringify(declared)));
  }
  for (const key of table.foreignKeys) {
    if (key.columns.length > 1 || !endpoints.has(key.table)) continue;
    check(
      'foreign key',
      covered.has(key) ? undefined : isTaken(table, key) ? 'a column has the name of the relation' : 'no relation',
      () => `${table.name} (${key.columns}) → ${key.table}`,
    );
  }
}

// --- internal ---

/** `MediaTypeId` of a table that has a column `MediaType`, too. */
function isTaken({ columns }: TableFacts, { columns: [own = ''] }: ForeignKey): boolean {
  const name = own.replace(/_?id$/i, '');
  return name !== own && columns.some((column) => column.name === name);
}

/** The foreign key of a relation to one record. */
function ownKey({ foreignKeys }: TableFacts, name: string, declared: Declared): ForeignKey | undefined {
  const { key, through, table } = declared === true ? {} : declared;
  if (through !== undefined) return undefined;
  return foreignKeys.find(({ columns: [column = ''], table: target }) => {
    if (key !== undefined) return column === key && (table === undefined || table === target);
    return [`${name}_id`, `${name}id`].includes(column.toLowerCase()) || [`${name}_id`, `${name}Id`].includes(column);
  });
}

async function relatedRows(
  walk: Walk,
  own: ForeignKey | undefined,
  name: string,
  declared: Declared,
  row: Row,
): Promise<Row[] | undefined> {
  const { database, table, tables } = walk;
  const { table: other = name, key, through } = declared === true ? {} : declared;
  const target = tables.get(own?.table ?? other);
  if (target === undefined) return undefined;
  const to = (at: string, column: string, value: string) =>
    `${quote(database, at)}.${quote(database, column)} = ${value}`;
  const of = (column: string | undefined) => literal(database, row[column as string]);
  const order = target.columns.filter((column) => target.key.includes(column.name));
  const ends = `order by ${order.map((column) => `${quote(database, target.name)}.${orderOf(database, column, 'asc')}`).join(', ')} limit ${MAX}`;
  const from = `select ${quote(database, target.name)}.* from ${quote(database, target.name)}`;
  if (own !== undefined)
    return database.rows(`${from} where ${to(target.name, own.references[0] as string, of(own.columns[0]))}`);
  if (through === undefined) {
    const back = keyTo(target, table.name, key);
    return (
      back &&
      database.rows(`${from} where ${to(target.name, back.columns[0] as string, of(back.references[0]))} ${ends}`)
    );
  }
  const link = tables.get(through);
  const [left, right] = link === undefined ? [] : [keyTo(link, table.name, key), keyTo(link, target.name)];
  if (left === undefined || right === undefined) return undefined;
  const joined = `${quote(database, target.name)}.${quote(database, right.references[0] as string)}`;
  return database.rows(
    `${from} join ${quote(database, through)} on ${to(through, right.columns[0] as string, joined)} where ${to(through, left.columns[0] as string, of(left.references[0]))} ${ends}`,
  );
}

function keyTo({ foreignKeys }: TableFacts, target: string, column?: string): ForeignKey | undefined {
  return foreignKeys.find(({ table, columns }) => table === target && (column === undefined || columns[0] === column));
}

function compare(wanted: readonly Row[], shown: unknown): string | undefined {
  const records = Array.isArray(shown) ? shown : shown === null ? [] : [shown];
  if (records.length !== wanted.length) return `another number of records`;
  return wanted
    .map((row, place) => differs(row, records[place] as Shown))
    .find((difference) => difference !== undefined);
}
