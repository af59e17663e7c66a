import type { Dialect } from '../sql/dialect.ts';
import { isJsonText } from '../sql/record-changes.ts';
import type { Statement } from '../sql/sql-client.ts';
import type { StoredColumn, StoredDescription } from '../sql/stored-table.ts';
import type { RunStatement } from '../sql/table-repository.ts';

/** The column with the place of a row among the images, from 0. */
export const PLACE = 'rest_gen_place';

/**
 * Let a statement read the rows of a table from JSON: a common table expression has the name of the table, and its columns have the types and collations of the
 * table. Its rows also have {@link PLACE}.
 */
export async function fromImages(
  statement: Statement,
  images: readonly string[],
  dialect: Dialect,
  run: RunStatement,
): Promise<Statement> {
  const { parameters, table } = statement;
  if (table === undefined || table.schema !== undefined || !statement.text.startsWith('select '))
    throw new Error(`Images cannot be read by: ${statement.text}`);
  const text = `select ${PLACE}, ${statement.text.slice('select '.length)}`;
  const json = `[${images.join()}]`;
  const name = quote(table.name, dialect);
  if (dialect.name === 'postgres') {
    const place = `$${parameters.length + 1}`;
    const rows = rowsOfPostgres(table, name, place);
    return { ...statement, text: `with ${name} as (${rows}) ${text}`, parameters: [...parameters, json] };
  }
  const rows = dialect.name === 'sqlite' ? rowsOfSqlite(table) : await rowsOfMysql(table, run);
  return { ...statement, text: `with ${name} as (${rows}) ${text}`, parameters: [json, ...parameters] };
}

// --- internal ---

function quote(name: string, { name: dialect }: Pick<Dialect, 'name'>): string {
  return dialect === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`;
}

/** The path of a member, in quotes of SQL. */
function pathOf(name: string): string {
  return `'$."${name.replaceAll("'", "''")}"'`;
}

function rowsOfPostgres({ columns }: StoredDescription, name: string, place: string): string {
  const texts: string[] = [];
  const shown = [...columns.values()].map((column) => {
    const quoted = quote(column.name, { name: 'postgres' });
    if (!isJsonText(column)) return `one.${quoted}`;
    const text = `'${column.name.replaceAll("'", "''")}'`;
    texts.push(text);
    return `(images.value ->> ${text})::${column.nativeType} as ${quoted}`;
  });
  const others = texts.length === 0 ? 'images.value' : `images.value - array[${texts.join()}]`;
  return `select ${shown.join(', ')}, images.place - 1 as ${PLACE}
    from jsonb_array_elements(${place}::jsonb) with ordinality as images(value, place), lateral jsonb_populate_record(null::${name}, ${others}) as one`;
}

function rowsOfSqlite({ columns }: StoredDescription): string {
  const shown = [...columns.values()].map((column) => {
    const quoted = quote(column.name, { name: 'sqlite' });
    return `${castOfSqlite(`json_extract(value, ${pathOf(column.name)})`, column)} as ${quoted}`;
  });
  return `select key as ${PLACE}, ${shown.join(', ')} from json_each(?)`;
}

/** As the column would keep it, so that comparisons convert what they compare with. The text of a date is not the number that it begins with. */
function castOfSqlite(value: string, { affinity, type }: StoredColumn): string {
  if (affinity === 'text') return `cast(${value} as text)`;
  return affinity === 'numeric' && NUMBERS.has(type) ? `cast(${value} as numeric)` : value;
}

const NUMBERS: ReadonlySet<StoredColumn['type']> = new Set(['integer', 'bigint', 'decimal', 'double', 'boolean']);

async function rowsOfMysql(table: StoredDescription, run: RunStatement): Promise<string> {
  const { rows } = await run({
    text: `select column_name as name, data_type as kind, column_type as declared, collation_name as sorted, character_set_name as charset
      from information_schema.columns where table_schema = database() and table_name = ?`,
    parameters: [table.name],
  });
  const facts = new Map(rows.map((row) => [String(row.name), row]));
  const columns = [...table.columns.values()].map(({ name, type }) => {
    const { kind, declared, sorted, charset } = facts.get(name) ?? {};
    const quoted = quote(name, { name: 'mysql' });
    // Bytes and geometries are not recorded.
    if (type === 'binary' || kind === undefined) return { read: undefined, shown: `null as ${quoted}` };
    const isText = typeof sorted === 'string';
    // The character set of the database may lack characters.
    const as = isText ? 'longtext character set utf8mb4' : String(declared);
    const shown = isText ? `convert(${quoted} using ${String(charset)}) collate ${sorted}` : quoted;
    return { read: `${quoted} ${as} path ${pathOf(name)}`, shown: `${shown} as ${quoted}` };
  });
  const read = columns.flatMap((column) => column.read ?? []);
  return `select ${PLACE} - 1 as ${PLACE}, ${columns.map(({ shown }) => shown).join(', ')}
    from json_table(?, '$[*]' columns (${PLACE} for ordinality, ${read.join(', ')})) as images`;
}
