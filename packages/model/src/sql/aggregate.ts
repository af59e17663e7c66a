import { type RawBuilder, sql } from 'kysely';
import { padDecimal } from '../column-size.ts';
import { checkAggregate } from '../core/groups.ts';
import type { AggregateQuery } from '../core/provider.ts';
import { narrowInteger } from '../core/read-value.ts';
import type { Direction, Row } from '../core/types.ts';
import type { Dialect } from './dialect.ts';
import { type StoredColumn, type StoredDescription, tableId } from './stored-table.ts';

/**
 * Write an aggregate: a row for each group, in the order of its columns.
 *
 * The rows are read in a subquery, which gives its own names to what is shown of the columns.
 *
 * @param where - the condition of the rows; `undefined` for all of them
 * @throws {DataError} `unknown_field`, `invalid_filter`
 */
export function writeAggregate(
  query: AggregateQuery,
  table: StoredDescription,
  dialect: Dialect,
  where?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  checkAggregate(query, table);
  const { operation, field } = query;
  const groups = query.groupBy.map((name, index) => new Part(`g${index}`, columnOf(name, table), dialect));
  const value = field === undefined ? undefined : new Part('v', columnOf(field, table), dialect);
  const from = sql`from ${tableId(table)}`;
  const narrowed = where ? sql` where ${where}` : sql``;
  const order = groups.map((group) => dialect.order(group.key, 'asc', group.column, group.column.nullable));
  const ordered = order.length > 0 ? sql` order by ${sql.join(order)}` : sql``;
  const read = groups.map((group) => group.read);
  const inner = [...groups, ...(value ? [value] : [])].map((part) => part.inner);
  if (value && (operation === 'min' || operation === 'max')) {
    // Not by functions: the databases have none for some types, and other orders for some.
    const first = value.first(operation === 'min' ? 'asc' : 'desc');
    if (groups.length === 0) {
      const present = sql`${where ? sql`${where} and ` : sql``}${value.shown} is not null`;
      return sql`select ${value.read} from (select ${value.inner} ${from} where ${present} order by ${first} limit 1) as r`;
    }
    const group = sql.join(groups.map(({ shown }) => shown));
    const nulls = sql`case when ${value.shown} is null then 1 else 0 end`;
    const place = sql`row_number() over (partition by ${group} order by ${nulls}, ${first}) as n`;
    return sql`select ${sql.join([...read, value.read])} from (select ${sql.join([...inner, place])} ${from}${narrowed}) as r where r.n = 1${ordered}`;
  }
  const rows = sql`(select ${inner.length > 0 ? sql.join(inner) : sql`1 as one`} ${from}${narrowed}) as r`;
  const results = value ? [sql`count(r.v) as n`, ...sums(value.column, dialect)] : [sql`count(*) as n`];
  const names = groups.map(({ name }) => sql.id('r', name));
  const grouped = names.length > 0 ? sql` group by ${sql.join(names)}` : sql``;
  return sql`select ${sql.join([...read, ...results])} from ${rows}${grouped}${ordered}`;
}

/** Read a row of such a statement: the columns of the group, and the result by the name of the operation. */
export function decodeAggregate(
  row: Readonly<Record<string, unknown>>,
  { operation, field, groupBy }: AggregateQuery,
  table: StoredDescription,
  dialect: Dialect,
): Row {
  const decode = (value: unknown, column: StoredColumn): unknown =>
    value === null ? null : dialect.decode(value, column);
  const members = groupBy.map((name, index) => [name, decode(row[`g${index}`], columnOf(name, table))] as const);
  const column = field === undefined ? undefined : columnOf(field, table);
  return Object.fromEntries([...members, [operation, result()]]);

  function result(): unknown {
    const count = Number(row.n);
    if (column === undefined) return count;
    if (operation === 'min' || operation === 'max') return decode(row.v, column);
    if (count === 0) return null;
    const sum = decodeSum(row, column, dialect);
    return operation === 'sum' ? sum : finite(Number(sum) / count);
  }
}

// --- internal ---

/** A column inside of the subquery and outside. */
class Part {
  readonly name: string;
  readonly column: StoredColumn;
  readonly shown: RawBuilder<unknown>;
  readonly #dialect: Dialect;

  constructor(name: string, column: StoredColumn, dialect: Dialect) {
    this.name = name;
    this.column = column;
    this.shown = dialect.shown?.(sql.id(column.name), column) ?? sql.id(column.name);
    this.#dialect = dialect;
  }

  get inner(): RawBuilder<unknown> {
    return sql`${this.shown} as ${sql.id(this.name)}`;
  }

  get read(): RawBuilder<unknown> {
    const expression = sql.id('r', this.name);
    return sql`${this.#dialect.read?.(expression, this.column) ?? expression} as ${sql.id(this.name)}`;
  }

  get key(): RawBuilder<unknown> {
    return this.#dialect.sortable(sql.id('r', this.name), this.column);
  }

  /** The order inside, without null. */
  first(direction: Direction): RawBuilder<unknown> {
    const key = this.#dialect.sortable(this.shown, this.column);
    return this.#dialect.order(key, direction, this.column, false);
  }
}

function columnOf(name: string, { columns }: StoredDescription): StoredColumn {
  return columns.get(name) as StoredColumn;
}

/** What a sum is read from. As text, because drivers round; in SQLite, a sum of 64 bits fails, and decimals are text. */
function sums({ type }: StoredColumn, { name }: Dialect): RawBuilder<unknown>[] {
  if (type === 'double')
    return [name === 'postgres' ? sql`sum(cast(r.v as double precision)) as s` : sql`sum(r.v) as s`];
  if (name !== 'sqlite') return [sql`cast(sum(r.v) as ${sql.raw(name === 'mysql' ? 'char' : 'text')}) as s`];
  if (type === 'decimal') return [sql`group_concat(r.v, ' ') as s`];
  return [sql`sum(r.v >> 32) as high`, sql`sum(r.v & 4294967295) as s`];
}

function decodeSum(row: Readonly<Record<string, unknown>>, column: StoredColumn, dialect: Dialect): unknown {
  if (column.type === 'double') return finite(Number(row.s));
  const text = String(row.s);
  if (column.type !== 'decimal') return narrowInteger((BigInt(String(row.high ?? 0)) << 32n) + BigInt(text));
  if (dialect.name !== 'sqlite') return text;
  return addDecimals(
    text.split(' ').map((one) => String(dialect.decode(one, column))),
    column.scale,
  );
}

/** JSON has no form for other numbers. */
function finite(number: number): unknown {
  return Number.isFinite(number) ? number : String(number);
}

function addDecimals(values: readonly string[], scale = 0): string {
  let places = scale;
  for (const value of values) places = Math.max(places, value.split('.')[1]?.length ?? 0);
  let sum = 0n;
  for (const value of values) {
    const [whole = '', fraction = ''] = value.split('.');
    sum += BigInt(whole + fraction.padEnd(places, '0'));
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const point = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return padDecimal(sum < 0n ? `-${text}` : text, scale);
}
