import type { ColumnFacts } from './catalog.ts';
import { quote, type Row } from './databases.ts';
import { differs, isTextInBytes, type Shown } from './values.ts';
import { ask, countRows, orderBy, recordsOf, refused, tell, type Walk } from './walk.ts';

/** Rows of a table that are compared with its lists. */
const ROWS = 150;
const PAGE = 100;
/** Values of a column that are used as filters. */
const VALUES = 3;
/** Of a value in a URL. */
const LONGEST = 1_000;

/**
 * Compare the lists of a table with SQL: pages by key and by number, sorted and filtered by each column.
 *
 * @returns the first records of the list with their rows
 */
export async function walkReads(walk: Walk): Promise<{ records: readonly Shown[]; rows: readonly Row[] }> {
  const { database, table, check, endpoint } = walk;
  const name = quote(database, table.name);
  const rows = await database.rows(`select * from ${name} order by ${orderBy(walk)} limit ${ROWS}`);
  const total = await countRows(walk, name);
  const answer = await ask(walk, 'GET', `${endpoint.path}?page=1&pageSize=${PAGE}`);
  const records = recordsOf(answer);
  check('list', refused(answer, 200) ?? compare(rows.slice(0, PAGE), records), () => tell(answer));
  if (answer.status !== 200) return { records, rows };
  const counted = answer.headers.get('x-total-count');
  check(
    'count',
    counted === String(total) ? undefined : 'another total',
    () => `${endpoint.path}: ${counted}, SQL: ${total}`,
  );
  const size = Math.min(PAGE, Math.max(1, Math.ceil(rows.length / 5)));
  await compareList(walk, 'pages by key', `pageSize=${size}`, rows);
  const second = await ask(walk, 'GET', `${endpoint.path}?page=2&pageSize=${size}`);
  check('page 2', refused(second, 200) ?? compare(rows.slice(size, 2 * size), recordsOf(second)), () => tell(second));
  const shown = table.columns.filter(({ name: column }) => !endpoint.hidden.has(column));
  for (const column of shown) {
    await walkSorts(walk, column);
    await walkFilters(walk, column, records, rows);
    // Where the first value is text, the column is one of text to the models.
    const first = rows.find((row) => row[column.name] !== null);
    const isMixed = rows.some((row) => isTextInBytes(table, column.name, row));
    if (isMixed && typeof first?.[column.name] !== 'string')
      check('text in a column of bytes', 'it is only shown', () => `${table.name}.${column.name}`);
  }
  return { records, rows };
}

// --- internal ---

/** Follow a list by its links `next`. */
async function compareList(walk: Walk, kind: string, query: string, rows: readonly Row[]): Promise<void> {
  const records: Shown[] = [];
  let path: string | undefined = `${walk.endpoint.path}?${query}`;
  let last = await ask(walk, 'GET', path);
  while (path !== undefined && last.status === 200) {
    records.push(...recordsOf(last));
    path = /<([^>]*)>; rel="next"/.exec(last.headers.get('link') ?? '')?.[1];
    if (records.length >= ROWS) break;
    if (path !== undefined) last = await ask(walk, 'GET', path);
  }
  const failure = refused(last, 200) ?? compare(rows, records.slice(0, ROWS));
  walk.check(kind, failure, () => `GET ${walk.endpoint.path}?${query}; ${tell(last)}`);
}

async function walkSorts(walk: Walk, column: ColumnFacts): Promise<void> {
  const { database, table } = walk;
  for (const descending of [false, true]) {
    const order = orderBy(walk, column, descending).replace(/ asc/g, descending ? ' desc' : ' asc');
    const statement = `select * from ${quote(database, table.name)} order by ${order} limit ${ROWS}`;
    const rows = await database.rows(statement).catch(() => undefined);
    // The database has no order for such a type.
    if (rows === undefined) continue;
    const sort = `${descending ? '-' : ''}${encodeURIComponent(column.name)}`;
    await compareList(walk, 'sort', `sort=${sort}&pageSize=${PAGE / 2}`, rows);
  }
}

async function walkFilters(
  walk: Walk,
  column: ColumnFacts,
  records: readonly Shown[],
  rows: readonly Row[],
): Promise<void> {
  const { database, table } = walk;
  const [name, from] = [quote(database, column.name), quote(database, table.name)];
  // Times are shown with milliseconds; those of keys with all digits.
  const isCut = database.store === 'postgres' && /^timestamp/.test(column.type) && !isKey(walk, column);
  const compared = (one: string) => (isCut ? `date_trunc('milliseconds', ${one})` : one);
  const places = new Map(records.map((record, place) => [String(record[column.name]), place] as const));
  for (const place of [...places.values()].slice(0, VALUES)) {
    const value = records[place]?.[column.name];
    if (isTextInBytes(table, column.name, rows[place])) continue;
    if ((typeof value === 'object' && value !== null) || String(value).length > LONGEST) continue;
    const same = `(select s.${name} from ${from} s order by ${orderBy(walk).replaceAll(/(?<=^|, )/g, 's.')} limit 1 offset ${place})`;
    const where = value === null ? `${name} is null` : `${compared(name)} = ${compared(same)}`;
    const wanted = await database
      .rows(`select * from ${from} where ${where} order by ${orderBy(walk)} limit ${PAGE}`)
      .catch(() => undefined);
    // The database cannot compare such a type.
    if (wanted === undefined) continue;
    const field = encodeURIComponent(column.name);
    const query = value === null ? `${field}[null]=true` : `${field}[eq]=${encodeURIComponent(String(value))}`;
    const answer = await ask(walk, 'GET', `${walk.endpoint.path}?${query}&page=1&pageSize=${PAGE}`);
    walk.check('filter', refused(answer, 200) ?? compare(wanted, recordsOf(answer)), () => tell(answer, where));
  }
}

/** Whether a column is one of the key, or refers to one. */
function isKey({ key, table }: Walk, { name }: ColumnFacts): boolean {
  return key.some((one) => one.name === name) || table.foreignKeys.some(({ columns }) => columns.includes(name));
}

/** Why records are not those of the rows, in their order. */
function compare(rows: readonly Row[], records: readonly Shown[]): string | undefined {
  for (const [place, row] of rows.entries()) {
    const record = records[place];
    if (record === undefined) return 'records are missing';
    const difference = differs(row, record);
    if (difference !== undefined) return difference;
  }
  return records.length > rows.length ? 'records that are not in SQL' : undefined;
}
