import type { Direction } from '@rest-gen/router/model';
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { excludesNull, following, type Position } from './keyset.ts';
import { listCondition } from './list-condition.ts';
import type { Assignment, Comparison, SelectShape, Slot } from './shape.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** Writes the statements of one table from their shapes: all names come from the description, a slot is bound in place of each value. */
export class StatementWriter {
  readonly #dialect: Dialect;
  readonly #table: StoredDescription;

  constructor(dialect: Dialect, table: StoredDescription) {
    this.#dialect = dialect;
    this.#table = table;
  }

  select({ where, orderBy, fields, limit, offset, after, lock }: SelectShape): RawBuilder<unknown> {
    const isNullable = (field: string): boolean =>
      this.#column(field).nullable && !where.some((comparison) => excludesNull(comparison, field));
    const positions =
      after && orderBy.map((key, index) => this.#position(key, after[index] as Slot | null, isNullable));
    const conditions = this.#where(where, positions && following(positions, this.#dialect.comparesRows));
    return sql`select ${this.#readAll(fields)} from ${this.#name}${conditions}${this.#orderBy(orderBy, isNullable)}${paging(limit, offset)}${lock ? this.#dialect.lock : sql``}`;
  }

  count(where: readonly Comparison[]): RawBuilder<unknown> {
    return sql`select count(*) as ${sql.id('count')} from ${this.#name}${this.#where(where)}`;
  }

  insert(assignments: readonly Assignment[]): RawBuilder<unknown> {
    const values = assignments.map((assignment) => [assignment.column, this.#assigned(assignment)] as const);
    const row =
      values.length === 0
        ? this.#dialect.defaultValues
        : sql`(${sql.join(values.map(([column]) => sql.id(column)))}) values (${sql.join(values.map(([, value]) => value))})`;
    const { primaryKey, columns } = this.#table;
    const key = values.find(([column]) => column === primaryKey)?.[1];
    const isCounted = key !== undefined && columns.get(primaryKey)?.isCounted;
    const moved = isCounted ? this.#dialect.moveCounter?.(key, this.#table) : undefined;
    return sql`insert into ${this.#name} ${row}${this.returning(moved)}`;
  }

  /** What an insert begins with that gives values for these columns. */
  insertInto(columns: readonly string[]): RawBuilder<unknown> {
    return sql`insert into ${this.#name} (${sql.join(columns.map((column) => sql.id(column)))}) values `;
  }

  /** What an insert gives back: the whole row, where the database can do that. */
  returning(more?: RawBuilder<unknown>): RawBuilder<unknown> {
    if (!this.#dialect.returnsInserted(this.#table)) return sql``;
    return sql` returning ${this.#readAll()}${more ? sql`, ${more}` : sql``}`;
  }

  update(where: readonly Comparison[], assignments: readonly Assignment[], isReturning: boolean): RawBuilder<unknown> {
    const changes = assignments.map((assignment) => sql`${sql.id(assignment.column)} = ${this.#changed(assignment)}`);
    const returning = isReturning ? sql` returning ${this.#readAll()}` : sql``;
    return sql`update ${this.#name} set ${sql.join(changes)}${this.#where(where)}${returning}`;
  }

  delete(where: readonly Comparison[]): RawBuilder<unknown> {
    return sql`delete from ${this.#name}${this.#where(where)}`;
  }

  #readAll(fields: readonly string[] = [...this.#table.columns.keys()]): RawBuilder<unknown> {
    return sql.join(fields.map((field) => this.#read(field)));
  }

  #read(field: string): RawBuilder<unknown> {
    const expression = this.#dialect.read?.(this.#column(field));
    return expression === undefined ? sql.id(field) : sql`${expression} as ${sql.id(field)}`;
  }

  /** An update that writes what is shown leaves what is stored. */
  #changed(assignment: Assignment): unknown {
    const { column: name, value, isAdded, kept } = assignment;
    const column = this.#column(name);
    const shown = this.#dialect.shown?.(sql.id(name), column);
    const assigned = this.#assigned(assignment);
    if (kept !== undefined) {
      const stored = kept.map((slot) => this.bound(slot, column));
      return sql`case when ${sql.id(name)} in (${sql.join(stored)}) then ${sql.id(name)} else ${assigned} end`;
    }
    if (value === null || isAdded || shown === undefined) return assigned;
    return sql`case when ${shown} = ${this.bound(value, column)} then ${sql.id(name)} else ${assigned} end`;
  }

  #assigned({ column: name, value, isAdded }: Assignment): unknown {
    if (value === null) return null;
    const column = this.#column(name);
    const parameter = this.bound(value, column);
    if (!isAdded) return parameter;
    return this.#dialect.add?.(parameter, column) ?? sql`${sql.id(name)} + ${parameter}`;
  }

  /** A value that is bound, in the type of its column. */
  bound(slot: Slot, column: StoredColumn): RawBuilder<unknown> {
    // A driver of SQLite binds the smallest numbers as text.
    const parameter = slot.isFraction ? sql`cast(${slot} as real)` : sql`${slot}`;
    return this.#dialect.cast(parameter, column);
  }

  #shown(expression: RawBuilder<unknown>, column: StoredColumn): RawBuilder<unknown> {
    return this.#dialect.shown?.(expression, column) ?? expression;
  }

  #column(name: string): StoredColumn {
    return this.#table.columns.get(name) as StoredColumn;
  }

  get #name(): RawBuilder<unknown> {
    return sql.id(this.#table.name);
  }

  #where(where: readonly Comparison[], position?: RawBuilder<unknown>): RawBuilder<unknown> {
    const parts = where.map((comparison) => this.#condition(comparison));
    if (position) parts.push(position);
    return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`;
  }

  #position(
    [field, direction]: readonly [string, Direction],
    slot: Slot | null,
    isNullable: (field: string) => boolean,
  ): Position {
    const column = this.#column(field);
    return {
      key: this.#dialect.sortable(this.#shown(sql.id(field), column), column),
      operand: slot === null ? undefined : this.#dialect.sortable(this.bound(slot, column), column),
      direction,
      isNullable: isNullable(field),
    };
  }

  #condition(comparison: Comparison): RawBuilder<unknown> {
    const column = this.#column(comparison.column);
    const name = this.#shown(sql.id(column.name), column);
    switch (comparison.operator) {
      case 'null':
        return comparison.isNull ? sql`${name} is null` : sql`${name} is not null`;
      case 'in':
      case 'nin':
        return listCondition(
          name,
          comparison.operator === 'in',
          comparison.list.map((slot) => this.bound(slot, column)),
          comparison.hasNull,
        );
      case 'eq':
        if (comparison.operand === undefined) return sql`1 = 0`;
        return sql`${name} = ${this.bound(comparison.operand, column)}`;
      case 'ne':
        if (comparison.operand === undefined) return sql`1 = 1`;
        return sql`(${name} <> ${this.bound(comparison.operand, column)} or ${name} is null)`;
      default: {
        const operand = this.bound(comparison.operand as Slot, column);
        return sql`${this.#dialect.sortable(name, column)} ${comparisons[comparison.operator]} ${this.#dialect.sortable(operand, column)}`;
      }
    }
  }

  #orderBy(orderBy: SelectShape['orderBy'], isNullable: (field: string) => boolean): RawBuilder<unknown> {
    if (orderBy.length === 0) return sql``;
    const keys = orderBy.map(([field, direction]) => {
      const column = this.#column(field);
      // Qualified with its table: the bare name would mean the selected expression, which can differ from the column.
      const key = this.#dialect.sortable(this.#shown(sql.id(this.#table.name, field), column), column);
      return this.#dialect.order(key, direction, column, isNullable(field));
    });
    return sql` order by ${sql.join(keys)}`;
  }
}

// --- internal ---

const comparisons = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

// Every SQL database treats the largest integer as no limit.
function paging(limit: Slot | number | undefined, offset: Slot | undefined): RawBuilder<unknown> {
  const most = typeof limit === 'number' ? sql.lit(limit) : sql`${limit ?? Number.MAX_SAFE_INTEGER}`;
  if (offset !== undefined) return sql` limit ${most} offset ${offset}`;
  return limit === undefined ? sql`` : sql` limit ${most}`;
}
