import type { RawBuilder } from 'kysely';
import type { Condition } from '../core/conditions.ts';
import type { Query } from '../core/provider.ts';
import type { CheckedAggregate } from '../core/read-aggregate.ts';
import type { CheckedQuery } from '../core/read-query.ts';
import { readValue } from '../core/read-value.ts';
import type { ColumnValue } from '../core/read-values.ts';
import type { KeyValue } from '../core/types.ts';
import { isLong, RecentTexts } from '../recent-texts.ts';
import type { Dialect } from './dialect.ts';
import { type InsertStatement, insertMany } from './insert-many.ts';
import { firstRange } from './keyset.ts';
import { keyOfInsert, keyOfSelect, keyOfUpdate, type SelectShape, Slot, type StatementKey } from './shape.ts';
import { isFraction, Shaper, toCompared } from './shaper.ts';
import type { Statement, TableStatement } from './sql-client.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';
import { StatementWriter } from './write-statement.ts';

/**
 * The statements of one described table.
 *
 * A text is written once for each shape and kept with the slots that its parameters come from: 200 texts at most, none that is long and none with more
 * than 20 values, whose number varies with the request.
 */
export class Statements {
  readonly #dialect: Dialect;
  readonly #table: StoredDescription;
  readonly #writer: StatementWriter;
  /** By the key of the shape, which is about as long as the text. */
  readonly #written = new RecentTexts<Written>(MOST_TEXTS);
  #byKey: Written | undefined;

  constructor(dialect: Dialect, table: StoredDescription) {
    this.#dialect = dialect;
    this.#table = table;
    this.#writer = new StatementWriter(dialect, table);
  }

  select(query: CheckedQuery): TableStatement {
    const shaper = new Shaper(this.#dialect, this.#table);
    return this.#select(shaper, shaper.select(query));
  }

  /**
   * The fast path of the most frequent query, for a whole row by its primary key: all of them have one text and one
   * parameter, so that neither the query nor its shape is looked at any further.
   *
   * @returns `undefined` for every other query
   */
  selectByKey(query: Query): TableStatement | undefined {
    const { primaryKey, columns } = this.#table;
    const [name, ...others] = primaryKey;
    if (name === undefined || others.length > 0) return undefined;
    const column = columns.get(name) as StoredColumn;
    const key = findKey(query, name);
    const value = key === undefined ? undefined : readValue(key, column);
    if (value === undefined || isFraction(value, column)) return undefined;
    if (this.#dialect.alternatives?.(value, column) !== undefined) return undefined;
    const parameter = toCompared(value, column, this.#dialect);
    if (parameter === undefined) return undefined;
    this.#byKey ??= this.#write(() => this.#writer.select(wholeRow(name)));
    return this.#bind(this.#byKey, [parameter]);
  }

  /** The statement for the rows that come first after a position, where an index serves these alone; see {@link firstRange}. */
  selectFirst(query: CheckedQuery): TableStatement | undefined {
    if (query.after === undefined) return undefined;
    const shaper = new Shaper(this.#dialect, this.#table);
    const shape = firstRange(shaper.select(query), this.#table);
    return shape && this.#select(shaper, shape);
  }

  count(conditions: readonly Condition[]): TableStatement {
    const shaper = new Shaper(this.#dialect, this.#table);
    const where = shaper.where(conditions);
    return this.#fill(shaper, ['count', where], () => this.#writer.count(where));
  }

  /** @throws {DataError} `invalid_filter` */
  aggregate(checked: CheckedAggregate, conditions: readonly Condition[]): TableStatement {
    const shaper = new Shaper(this.#dialect, this.#table);
    const shape = shaper.aggregate(checked, conditions);
    return this.#fill(shaper, ['aggregate', shape], () => this.#writer.aggregate(shape));
  }

  /**
   * Insert one record. The statement gives its row back, where the database can do that.
   *
   * @throws {DataError} `invalid_value`
   */
  insert(values: readonly ColumnValue[]): TableStatement {
    const shaper = new Shaper(this.#dialect, this.#table);
    const row = shaper.assignments(values);
    return this.#fill(shaper, keyOfInsert(row), () => this.#writer.insert(row));
  }

  /**
   * Insert records, and give their rows back where the database can do that; in several statements where one would have too many values, the records
   * have different columns, or only `insert` can do it.
   *
   * @throws {DataError} `invalid_value`
   */
  insertRows(records: readonly (readonly ColumnValue[])[]): InsertStatement[] {
    const many = records.length > 1 ? insertMany(records, this.#dialect, this.#table, this.#writer) : undefined;
    return many ?? records.map((record) => ({ ...this.insert(record), count: 1 }));
  }

  /**
   * @param isReturning - gives the rows back, where the database can do that
   * @throws {DataError} `invalid_value`
   */
  update(conditions: readonly Condition[], values: readonly ColumnValue[], isReturning: boolean): TableStatement {
    const shaper = new Shaper(this.#dialect, this.#table);
    const changes = shaper.assignments(values);
    const where = shaper.where(conditions);
    return this.#fill(shaper, keyOfUpdate(where, changes, isReturning), () =>
      this.#writer.update(where, changes, isReturning),
    );
  }

  delete(conditions: readonly Condition[]): TableStatement {
    const shaper = new Shaper(this.#dialect, this.#table);
    const where = shaper.where(conditions);
    return this.#fill(shaper, ['delete', where], () => this.#writer.delete(where));
  }

  /** The number of texts that are kept. */
  get size(): number {
    return this.#written.size;
  }

  #select(shaper: Shaper, shape: SelectShape): TableStatement {
    return this.#fill(shaper, keyOfSelect(shape), () => this.#writer.select(shape));
  }

  /** What has the same key has the same text. */
  #fill({ values }: Shaper, key: StatementKey, write: () => RawBuilder<unknown>): TableStatement {
    if (values.length > MOST_VALUES) return this.#bind(this.#write(write), values);
    const name = typeof key === 'string' ? key : JSON.stringify(key);
    let written = this.#written.get(name);
    if (written === undefined) {
      written = this.#write(write);
      if (!isLong(name)) this.#written.add(name, written);
    }
    return this.#bind(written, values);
  }

  #write(write: () => RawBuilder<unknown>): Written {
    const { sql, parameters } = write().compile(this.#dialect.compiler);
    return { text: sql, parameters };
  }

  #bind({ text, parameters }: Written, values: readonly unknown[]): TableStatement {
    const bound: unknown[] = [];
    for (const one of parameters) bound.push(one instanceof Slot ? values[one.place] : one);
    return { text, parameters: bound, table: this.#table };
  }
}

// --- internal ---

/** A text, and what to bind in it: slots and constants. */
type Written = Omit<Statement, 'table'>;

const MOST_TEXTS = 200;
const MOST_VALUES = 20;

/** The key of a query that asks for a whole row by its primary key, and says nothing else. */
function findKey(
  { where, orderBy, fields, include, limit = 1, offset, after, lock }: Query,
  primaryKey: string,
): KeyValue | undefined {
  const isWhole = fields === undefined && include === undefined && limit === 1 && offset === undefined;
  if (where === undefined || !isWhole || lock || after !== undefined || (orderBy?.length ?? 0) > 0) return undefined;
  for (const name in where) if (name !== primaryKey) return undefined;
  const key = where[primaryKey];
  return typeof key === 'number' || typeof key === 'string' || typeof key === 'bigint' ? key : undefined;
}

function wholeRow(primaryKey: string): SelectShape {
  return {
    fields: undefined,
    where: [{ field: primaryKey, operator: 'eq', operand: new Slot(0, false) }],
    orderBy: [],
    after: undefined,
    limit: 1,
    offset: undefined,
    lock: false,
    include: [],
  };
}
