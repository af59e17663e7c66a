import { type CheckedQuery, type Condition, DataError, type Direction, type Scalar } from '@rest-gen/router/model';
import { type RawBuilder, sql } from 'kysely';
import type { Dialect, StoredColumn, StoredDescription } from './dialect.ts';

/** A column and the expression or value to write into it. */
export type Assignment = readonly [column: string, value: unknown];

/** The statements of a repository; all names in them come from the description, all values are bound. */
export class Statements {
  readonly #dialect: Dialect;
  readonly #table: StoredDescription;

  constructor(dialect: Dialect, table: StoredDescription) {
    this.#dialect = dialect;
    this.#table = table;
  }

  select(query: CheckedQuery): RawBuilder<Record<string, unknown>> {
    const { conditions, orderBy, fields, limit, offset, after, lock } = query;
    const where = this.#where(conditions, after && this.#behind(orderBy, after));
    return sql`select ${sql.join(fields.map((field) => this.#read(field)))} from ${this.#name}${where}${this.#orderBy(orderBy)}${paging(limit, offset)}${lock ? this.#dialect.lock : sql``}`;
  }

  count(conditions: readonly Condition[]): RawBuilder<{ count: number }> {
    return sql`select count(*) as ${sql.id('count')} from ${this.#name}${this.#where(conditions)}`;
  }

  insert(values: readonly Assignment[]): RawBuilder<Record<string, unknown>> {
    const row =
      values.length === 0
        ? this.#dialect.defaultValues
        : sql`(${sql.join(values.map(([column]) => sql.id(column)))}) values (${sql.join(values.map(([, value]) => value))})`;
    const { primaryKey } = this.#table;
    const key = values.find(([column]) => column === primaryKey)?.[1];
    return sql`insert into ${this.#name} ${row}${this.#dialect.returning(primaryKey, { table: this.#table, key })}`;
  }

  update(conditions: readonly Condition[], values: readonly Assignment[]): RawBuilder<unknown> {
    const changes = sql.join(values.map(([column, value]) => sql`${sql.id(column)} = ${value}`));
    return sql`update ${this.#name} set ${changes}${this.#where(conditions)}`;
  }

  delete(conditions: readonly Condition[]): RawBuilder<unknown> {
    return sql`delete from ${this.#name}${this.#where(conditions)}`;
  }

  #read(field: string): RawBuilder<unknown> {
    const expression = this.#dialect.read?.(this.#table.columns.get(field) as StoredColumn);
    return expression === undefined ? sql.id(field) : sql`${expression} as ${sql.id(field)}`;
  }

  /** A value that has been read for its column, as a parameter. */
  #value(value: unknown, column: StoredColumn): RawBuilder<unknown> {
    try {
      return this.#dialect.cast(sql`${this.#dialect.encode(value, column)}`, column);
    } catch (error) {
      if (!isInvalid(error)) throw error;
      throw new DataError('invalid_filter', `"${column.name}" cannot be compared with the given value`, {
        field: column.name,
        cause: error,
      });
    }
  }

  /** @returns `undefined` for a value that no row can have */
  #equal(value: unknown, column: StoredColumn): RawBuilder<unknown> | undefined {
    try {
      this.#dialect.check?.(value, column);
      return this.#dialect.cast(sql`${this.#dialect.encode(value, column)}`, column);
    } catch (error) {
      if (isInvalid(error)) return undefined;
      throw error;
    }
  }

  get #name(): RawBuilder<unknown> {
    return sql.id(this.#table.name);
  }

  #where(conditions: readonly Condition[], behind?: RawBuilder<unknown>): RawBuilder<unknown> {
    const parts = conditions.map((condition) => this.#condition(condition));
    if (behind) parts.push(behind);
    return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`;
  }

  /**
   * Behind in the first key, or level in it and behind in the second one, and so on.
   *
   * No database finds a range of an index in such a chain: what it says of the first key alone is said once more in front.
   */
  #behind(orderBy: CheckedQuery['orderBy'], after: readonly unknown[]): RawBuilder<unknown> {
    const level: RawBuilder<unknown>[] = [];
    const bounds: RawBuilder<unknown>[] = [];
    const cases = orderBy.map(([field, direction], index) => {
      const column = this.#table.columns.get(field) as StoredColumn;
      const key = this.#dialect.sortable(sql.id(field), column);
      const value = after[index];
      const operand = value === null ? sql`null` : this.#dialect.sortable(this.#value(value, column), column);
      const all = [...level, keyBehind(key, operand, value === null, direction, column.nullable)];
      level.push(value === null ? sql`${key} is null` : sql`${key} = ${operand}`);
      if (index === 0 && orderBy.length > 1)
        bounds.push(...notBefore(key, operand, value === null, direction, column.nullable));
      return sql`(${sql.join(all, sql` and `)})`;
    });
    return sql.join([...bounds, sql`(${sql.join(cases, sql` or `)})`], sql` and `);
  }

  #condition(condition: Condition): RawBuilder<unknown> {
    const column = this.#table.columns.get(condition.column) as StoredColumn;
    const name = sql.id(column.name);
    const { operator, value } = condition;
    switch (operator) {
      case 'null':
        return value ? sql`${name} is null` : sql`${name} is not null`;
      case 'eq': {
        const operand = this.#equal(value, column);
        return operand === undefined ? sql`1 = 0` : sql`${name} = ${operand}`;
      }
      case 'ne': {
        const operand = this.#equal(value, column);
        return operand === undefined ? sql`1 = 1` : sql`(${name} <> ${operand} or ${name} is null)`;
      }
      case 'in':
      case 'nin':
        return this.#list(column, operator === 'in', value as readonly Scalar[]);
      default: {
        const operand = this.#value(value, column);
        return sql`${this.#dialect.sortable(name, column)} ${comparisons[operator]} ${this.#dialect.sortable(operand, column)}`;
      }
    }
  }

  #list(column: StoredColumn, isWanted: boolean, list: readonly Scalar[]): RawBuilder<unknown> {
    const name = sql.id(column.name);
    const hasNull = list.includes(null);
    const values = list.flatMap((value) => (value === null ? [] : (this.#equal(value, column) ?? [])));
    if (values.length === 0) {
      if (!hasNull) return isWanted ? sql`1 = 0` : sql`1 = 1`;
      return isWanted ? sql`${name} is null` : sql`${name} is not null`;
    }
    if (isWanted) {
      const found = sql`${name} in (${sql.join(values)})`;
      return hasNull ? sql`(${found} or ${name} is null)` : found;
    }
    // Without `or … is null`, a null field would be neither in the list nor out of it.
    const missing = sql`${name} not in (${sql.join(values)})`;
    return hasNull ? missing : sql`(${missing} or ${name} is null)`;
  }

  #orderBy(orderBy: readonly (readonly [string, Direction])[]): RawBuilder<unknown> {
    if (orderBy.length === 0) return sql``;
    const keys = orderBy.map(([field, direction]) => {
      const column = this.#table.columns.get(field) as StoredColumn;
      // With its table: by itself the name would mean what is selected, which can be another form of the column.
      const key = this.#dialect.sortable(sql.id(this.#table.name, field), column);
      return this.#dialect.order(key, direction, column);
    });
    return sql` order by ${sql.join(keys)}`;
  }
}

// --- internal ---

function isInvalid(error: unknown): boolean {
  return error instanceof DataError && error.code === 'invalid_value';
}

const comparisons = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

// Null comes first when ascending, last when descending.
function keyBehind(
  key: RawBuilder<unknown>,
  operand: RawBuilder<unknown>,
  isNull: boolean,
  direction: Direction,
  isNullable: boolean,
): RawBuilder<unknown> {
  if (isNull) return direction === 'asc' ? sql`${key} is not null` : sql`1 = 0`;
  if (direction === 'asc') return sql`${key} > ${operand}`;
  return isNullable ? sql`(${key} < ${operand} or ${key} is null)` : sql`${key} < ${operand}`;
}

/** The bound of a range: at this place or behind it; none where rows with null stand behind. */
function notBefore(
  key: RawBuilder<unknown>,
  operand: RawBuilder<unknown>,
  isNull: boolean,
  direction: Direction,
  isNullable: boolean,
): RawBuilder<unknown>[] {
  if (isNull) return direction === 'asc' ? [] : [sql`${key} is null`];
  if (direction === 'asc') return [sql`${key} >= ${operand}`];
  return isNullable ? [] : [sql`${key} <= ${operand}`];
}

// A limit of the largest integer is what every SQL database understands as none.
function paging(limit: number | undefined, offset: number): RawBuilder<unknown> {
  if (offset > 0) return sql` limit ${limit ?? Number.MAX_SAFE_INTEGER} offset ${offset}`;
  return limit === undefined ? sql`` : sql` limit ${limit}`;
}
