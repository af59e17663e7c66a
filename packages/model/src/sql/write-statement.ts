import { type RawBuilder, sql } from 'kysely';
import { writeAggregate } from './aggregate.ts';
import type { AggregateShape } from './aggregate-shape.ts';
import type { Dialect } from './dialect.ts';
import { excludesNull, following, nullRanges, type Position, paged, paging } from './keyset.ts';
import type { Assignment, Comparison, Field, OrderKey, SelectShape, Slot } from './shape.ts';
import { bareName, type StoredColumn, type StoredDescription, tableId } from './stored-table.ts';
import { writeIds } from './table-keys.ts';
import { ConditionWriter, readsMore, type Source } from './write-conditions.ts';
import { writeInclude } from './write-include.ts';

/** Writes the statements of one table from their shapes: all names come from the description, a slot is bound in place of each value. */
export class StatementWriter {
  readonly #dialect: Dialect;
  readonly #table: StoredDescription;
  readonly #source: Source;
  readonly #conditions: ConditionWriter;

  constructor(dialect: Dialect, table: StoredDescription) {
    this.#dialect = dialect;
    this.#table = table;
    this.#source = { table, name: bareName(table), depth: 0, isQualified: false };
    this.#conditions = new ConditionWriter(dialect);
  }

  /** Where an index serves two ranges of the rows, PostgreSQL reads one after the other, and the second one only if the page is not full. */
  select(shape: SelectShape): RawBuilder<unknown> {
    const ranges = this.#isSortedAsStored(shape) ? nullRanges(shape, this.#table) : undefined;
    if (ranges === undefined) return this.#select(shape);
    const [only, ...others] = ranges as [SelectShape, ...SelectShape[]];
    if (others.length === 0) return this.#select(only);
    const { limit, offset } = shape;
    const most = offset === undefined ? undefined : sql` limit ${paged(limit)} + cast(${offset} as bigint)`;
    const parts = ranges.map((range) => sql`(${this.#select(range, most)})`);
    return sql`${sql.join(parts, sql` union all `)}${paging(limit, offset)}`;
  }

  count(where: readonly Comparison[]): RawBuilder<unknown> {
    return sql`select count(*) as ${sql.id('count')} from ${this.#name}${this.#where(where)}`;
  }

  aggregate(shape: AggregateShape): RawBuilder<unknown> {
    return writeAggregate(shape, this.#source, this.#conditions, this.#dialect);
  }

  insert(assignments: readonly Assignment[]): RawBuilder<unknown> {
    const values = assignments.map((assignment) => [assignment.column, this.#assigned(assignment)] as const);
    const row =
      values.length === 0
        ? this.#dialect.defaultValues
        : sql`(${sql.join(values.map(([column]) => sql.id(column)))}) values (${sql.join(values.map(([, value]) => value))})`;
    const { primaryKey, columns } = this.#table;
    const counted = values.find(([name]) => primaryKey.includes(name) && columns.get(name)?.isCounted);
    return sql`insert into ${this.#name} ${row}${this.returning(counted)}`;
  }

  /** What an insert begins with that gives values for these columns. */
  insertInto(columns: readonly string[]): RawBuilder<unknown> {
    return sql`insert into ${this.#name} (${sql.join(columns.map((column) => sql.id(column)))}) `;
  }

  /** What an insert gives back: the whole row, where the database can do that; `counted` is a column that counts up, with its given value. */
  returning([counted, value]: readonly [column?: string, value?: unknown] = []): RawBuilder<unknown> {
    const { returnsInserted, moveCounter } = this.#dialect;
    if (!returnsInserted(this.#table)) return sql``;
    const read = (name: string) => {
      const moved = name === counted ? moveCounter?.(value, name, this.#table) : undefined;
      return moved ? sql`${moved} as ${sql.id(name)}` : this.#read(name);
    };
    return sql` returning ${sql.join([...this.#table.columns.keys()].map(read))}`;
  }

  update(where: readonly Comparison[], assignments: readonly Assignment[], isReturning: boolean): RawBuilder<unknown> {
    const changes = assignments.map((assignment) => sql`${sql.id(assignment.column)} = ${this.#changed(assignment)}`);
    const returning = isReturning ? sql` returning ${sql.join(this.#readAll())}` : this.#counting();
    return sql`update ${this.#name} set ${sql.join(changes)}${this.#changedRows(where)}${returning}`;
  }

  delete(where: readonly Comparison[]): RawBuilder<unknown> {
    return sql`delete from ${this.#name}${this.#changedRows(where)}${this.#counting()}`;
  }

  /** A row for each one that is changed, where the database does not count them. */
  #counting(): RawBuilder<unknown> {
    return this.#table.isUncounted ? sql` returning 1` : sql``;
  }

  /** A value that is bound, in the type of its column. */
  bound(slot: Slot, column: StoredColumn): RawBuilder<unknown> {
    return this.#conditions.bound(slot, column);
  }

  #select(shape: SelectShape, page = paging(shape.limit, shape.offset)): RawBuilder<unknown> {
    const { where, orderBy, fields, after, lock, nullsIndex, include } = shape;
    const isNullable = (field: Field): boolean =>
      typeof field === 'string'
        ? this.#column(field).nullable && !where.some((comparison) => excludesNull(comparison, field))
        : field.column !== undefined || field.path.length > 1;
    const positions =
      after && orderBy.map((key, index) => this.#position(key, after[index] as Slot | null, isNullable));
    const conditions = this.#where(where, positions && following(positions, this.#dialect.comparesRows));
    const order =
      orderBy.length === 0 ? sql`` : sql` order by ${this.#conditions.orderBy(orderBy, this.#source, isNullable)}`;
    const included = include.map(
      (one) => sql`${writeInclude(one, this.#source, this.#conditions, this.#dialect)} as ${sql.id(one.name)}`,
    );
    const read = sql.join([...this.#readAll(fields), ...included]);
    const hint = (nullsIndex !== undefined && this.#dialect.useIndex?.(nullsIndex)) || sql``;
    const { lock: exclusive, shareLock } = this.#dialect;
    const locked = lock === 'share' ? shareLock : lock ? exclusive : sql``;
    return sql`select ${read} from ${this.#name}${hint}${conditions}${order}${page}${locked}`;
  }

  /** What an order begins with is a column as it is stored, and not what is shown of it. */
  #isSortedAsStored({ orderBy: [key] }: SelectShape): boolean {
    const [field] = key ?? [];
    if (typeof field !== 'string') return false;
    const name = sql.id(field);
    const column = this.#column(field);
    return this.#dialect.shown?.(name, column) === undefined && this.#dialect.sortable(name, column) === name;
  }

  #readAll(fields: readonly Field[] = [...this.#table.columns.keys()]): RawBuilder<unknown>[] {
    return fields.map((field) => this.#read(field));
  }

  #read(field: Field): RawBuilder<unknown> {
    const { read } = this.#dialect;
    if (typeof field === 'string') {
      return read ? sql`${read(sql.id(field), this.#column(field))} as ${sql.id(field)}` : sql.id(field);
    }
    const value = this.#conditions.field(
      field,
      this.#source,
      (expression, column) => read?.(expression, column) ?? expression,
    );
    return sql`${value} as ${sql.id(field.name)}`;
  }

  /** An update that writes what is shown leaves what is stored. */
  #changed(assignment: Assignment): unknown {
    const { column: name, value, isAdded, kept, shown: sent = value } = assignment;
    const column = this.#column(name);
    const shown = this.#dialect.shown?.(sql.id(name), column);
    const assigned = this.#assigned(assignment);
    if (kept !== undefined) {
      const stored = kept.map((slot) => this.bound(slot, column));
      return sql`case when ${sql.id(name)} in (${sql.join(stored)}) then ${sql.id(name)} else ${assigned} end`;
    }
    if (sent === null || isAdded || shown === undefined) return assigned;
    return sql`case when ${shown} = ${this.bound(sent, column)} then ${sql.id(name)} else ${assigned} end`;
  }

  #assigned({ column: name, value, isAdded }: Assignment): unknown {
    if (value === null) return null;
    const column = this.#column(name);
    const parameter = this.bound(value, column);
    if (!isAdded) return parameter;
    return this.#dialect.add?.(parameter, column) ?? sql`${sql.id(name)} + ${parameter}`;
  }

  #column(name: string): StoredColumn {
    return this.#table.columns.get(name) as StoredColumn;
  }

  get #name(): RawBuilder<unknown> {
    return tableId(this.#table);
  }

  /** The condition of an update or a delete. `distinct` makes the database find all rows before it changes the first one. */
  #changedRows(where: readonly Comparison[]): RawBuilder<unknown> {
    const { primaryKey } = this.#table;
    if (primaryKey.length === 0 || this.#dialect.readsChangedTable(this.#table) || !where.some(readsMore))
      return this.#where(where);
    const key = writeIds(primaryKey);
    const found = sql`select distinct ${key} from ${this.#name}${this.#where(where)}`;
    return sql` where (${key}) in (select ${key} from (${found}) as ${sql.id('_found')})`;
  }

  #where(where: readonly Comparison[], position?: RawBuilder<unknown>): RawBuilder<unknown> {
    const conditions = this.#conditions.all(where, this.#source);
    const parts = [conditions, position].filter((part) => part !== undefined);
    return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`;
  }

  #position([field, direction]: OrderKey, slot: Slot | null, isNullable: (field: Field) => boolean): Position {
    const column = this.#conditions.column(field, this.#source);
    return {
      key: this.#conditions.sortKey(field, this.#source),
      operand: slot === null ? undefined : this.#conditions.operand(slot, column),
      direction,
      isNullable: isNullable(field),
    };
  }
}
