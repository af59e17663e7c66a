import { type RawBuilder, sql } from 'kysely';
import type { Relation } from '../core/relations.ts';
import { inParts } from '../core/write-rows.ts';
import type { Dialect } from './dialect.ts';
import { columnList, equalKeys, keyTuple } from './key-columns.ts';
import {
  COUNTED,
  type Comparison,
  type Field,
  type FieldComparison,
  type FieldPath,
  type OrderKey,
  type RelatedShape,
  type Slot,
} from './shape.ts';
import { type StoredColumn, type StoredDescription, tableId } from './stored-table.ts';

/** A table in a statement, and the name that its columns go by. */
export interface Source {
  readonly table: StoredDescription;
  /** The table itself, or the alias of a related one. */
  readonly name: string;
  /** How far it is from the table of the statement, which is 0. */
  readonly depth: number;
  /** Its columns are written with this name. */
  readonly isQualified: boolean;
}

/** Writes fields and conditions of a table and of those related to it; a slot is bound in place of each value. */
export class ConditionWriter {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** @returns `undefined` when everything matches */
  all(conditions: readonly Comparison[], source: Source): RawBuilder<unknown> | undefined {
    if (conditions.length === 0) return undefined;
    return sql.join(
      conditions.map((one) => this.#condition(one, source)),
      sql` and `,
    );
  }

  /** A value that is bound, in the type of its column. */
  bound(slot: Slot, column: StoredColumn): RawBuilder<unknown> {
    // A driver of SQLite binds the smallest numbers as text.
    const parameter = slot.isFraction ? sql`cast(${slot} as real)` : sql`${slot}`;
    return this.#dialect.cast(parameter, column);
  }

  /** A field as it is compared and sorted. */
  shown(field: Field, source: Source): RawBuilder<unknown> {
    return this.field(field, source, (expression, column) => this.#dialect.shown?.(expression, column) ?? expression);
  }

  /** A field in its place in a statement; of a related record a subquery. */
  field(field: Field, source: Source, show: ShowColumn): RawBuilder<unknown> {
    if (typeof field !== 'string') return this.#path(field, source, show);
    const expression = source.isQualified ? sql.id(source.name, field) : sql.id(field);
    return show(expression, this.column(field, source));
  }

  /** The description of a field of a table or of one that is related to it. */
  column(field: Field, { table }: Source): StoredColumn {
    if (typeof field === 'string') return table.columns.get(field) as StoredColumn;
    const { columns } = field.path.at(-1)?.relation.target ?? table;
    return field.column === undefined ? COUNTED : (columns.get(field.column) as StoredColumn);
  }

  related(shape: RelatedShape, outer: Source): RelatedRows {
    const { relation, where } = shape;
    const { through, from, to } = relation;
    const source = sourceOf(relation, outer);
    const other = sql`${tableId(source.table)} as ${sql.id(source.name)}`;
    const narrowed = this.all(where, source);
    const also = narrowed ? sql` and ${narrowed}` : sql``;
    if (through === undefined)
      return { source, from: other, belongs: sql`${equalKeys(source.name, to, outer.name, from)}${also}` };
    // Not a join: a record that two rows in between lead to belongs to the list once.
    const link = linkName(source);
    const keys = this.#links(
      shape,
      source,
      columnList(link, through.to),
      equalKeys(link, through.from, outer.name, from),
    );
    return { source, from: other, belongs: sql`${keyTuple(source.name, to)} in (${keys})${also}` };
  }

  /** A column of the row that links two records; where several do, all of its columns are those of one row. */
  linked(
    field: Field,
    all: readonly Field[],
    shape: RelatedShape,
    source: Source,
    outer: Source,
    show: ShowColumn,
  ): RawBuilder<unknown> {
    const { target, from, to } = shape.relation.through as Through;
    const table = target as StoredDescription;
    const link = { ...source, table, name: linkName(source) };
    const own = equalKeys(link.name, from, outer.name, shape.relation.from);
    const belongs = sql`${own} and ${equalKeys(link.name, to, source.name, shape.relation.to)}`;
    const rows = this.#links(shape, source, this.field(field, link, show), belongs);
    const keys =
      table.primaryKey.length > 0 ? table.primaryKey : all.filter((one) => this.column(one, link).type !== 'json');
    const order = this.orderBy(
      keys.map((key) => [key, 'asc']),
      link,
      (key) => this.column(key, link).nullable,
    );
    return keys.length === 0 ? sql`(${rows} limit 1)` : sql`(${rows} order by ${order} limit 1)`;
  }

  /** The value of a position in an order. */
  operand(slot: Slot, column: StoredColumn): RawBuilder<unknown> {
    return this.#dialect.sortable(this.bound(slot, column), column);
  }

  /** What an order compares. */
  sortKey(field: Field, source: Source): RawBuilder<unknown> {
    return this.#dialect.sortable(this.shown(field, source), this.column(field, source));
  }

  orderBy(keys: readonly OrderKey[], source: Source, isNullable: (field: Field) => boolean): RawBuilder<unknown> {
    // Qualified with its table: the bare name would mean the selected expression, which can differ from the column.
    const qualified = { ...source, isQualified: true };
    return sql.join(
      keys.map(([field, direction]) =>
        this.#dialect.order(this.sortKey(field, qualified), direction, this.column(field, source), isNullable(field)),
      ),
    );
  }

  #path({ path: [first, ...rest], ...field }: FieldPath, source: Source, show: ShowColumn): RawBuilder<unknown> {
    if (first !== undefined) {
      const rows = this.related(first, source);
      const isCount = field.column === undefined && rest.length === 0;
      const inner = isCount ? sql`count(*)` : this.#path({ ...field, path: rest }, rows.source, show);
      return sql`(select ${inner} from ${rows.from} where ${rows.belongs}${isCount ? sql`` : this.#first(first, rows)})`;
    }
    const { column, mask = [] } = field;
    // Also the conditions are qualified: in an order, a bare name would be what is selected.
    const qualified = { ...source, isQualified: true };
    const value = this.field(column as string, qualified, show);
    // Not just null for no rows: it has no type and cannot be sorted by.
    const isShown = this.all(mask, qualified);
    return isShown === undefined ? value : sql`case when ${isShown} then ${value} end`;
  }

  /** Several records can refer to one: the first one is meant. */
  #first({ relation: { orderBy } }: RelatedShape, { source }: RelatedRows): RawBuilder<unknown> {
    return orderBy.length === 0 ? sql`` : sql` order by ${this.orderBy(orderBy, source, () => false)} limit 1`;
  }

  #condition(condition: Comparison, source: Source): RawBuilder<unknown> {
    switch (condition.operator) {
      case 'or': {
        const parts = condition.parts.map((part) => this.all(part, source) ?? sql`1 = 1`);
        return parts.length === 0 ? sql`1 = 0` : either(parts);
      }
      case 'some':
        // Below a relation, `exists` would be evaluated for each row of each row in SQLite; keys are read once.
        if (source.depth > 0 && !this.#dialect.joinsExists)
          return this.#among(condition.related, condition.parts, source);
        return this.#exists(condition, source);
      case 'none':
      case 'every':
        return sql`not ${this.#exists(condition, source)}`;
      default:
        return this.#comparison(condition, source);
    }
  }

  /** There is a record that matches; for `every`, one that does not. */
  #exists({ operator, related, parts }: Quantified, source: Source): RawBuilder<unknown> {
    const { source: inner, from, belongs } = this.related(related, source);
    const matches = this.all(parts, inner);
    if (operator === 'every' && matches === undefined) return sql`(1 = 0)`;
    const narrowed = operator === 'every' ? sql`(${matches}) is not true` : matches;
    // Without the limit SQLite 3.53.0 makes a join of it, which counts a row several times for an offset, and can miss rows.
    return sql`exists (select 1 from ${from} where ${belongs}${narrowed ? sql` and ${narrowed}` : sql``} limit 1)`;
  }

  /** The own key is one of those that the records that match refer to. */
  #among(shape: RelatedShape, parts: readonly Comparison[], outer: Source): RawBuilder<unknown> {
    const { relation, where } = shape;
    const { through, from, to } = relation;
    const source = sourceOf(relation, outer);
    const matches = this.all([...where, ...parts], source);
    const narrowed = matches ? sql` where ${matches}` : sql``;
    const keys = sql`select ${columnList(source.name, to)} from ${tableId(source.table)} as ${sql.id(source.name)}${narrowed}`;
    const own = keyTuple(outer.name, from);
    if (through === undefined) return sql`${own} in (${keys})`;
    const link = linkName(source);
    return sql`${own} in (${this.#links(shape, source, columnList(link, through.from), sql`${keyTuple(link, through.to)} in (${keys})`)})`;
  }

  /** What is read of the rows of the table between the two that match. */
  #links(
    { relation, linked }: RelatedShape,
    source: Source,
    value: RawBuilder<unknown>,
    matches: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    const { target } = relation.through as Through;
    const name = linkName(source);
    const narrowed = this.all(linked, { ...source, table: target as StoredDescription, name });
    const also = narrowed ? sql` and ${narrowed}` : sql``;
    return sql`select ${value} from ${tableId(target as StoredDescription)} as ${sql.id(name)} where ${matches}${also}`;
  }

  #comparison(comparison: FieldComparison, source: Source): RawBuilder<unknown> {
    const column = this.column(comparison.field, source);
    const name = this.shown(comparison.field, source);
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
      case 'contains':
      case 'startsWith':
      case 'endsWith':
        return this.#dialect.matchesText(name, sql`${comparison.operand}`, column);
      default: {
        const operand = this.operand(comparison.operand as Slot, column);
        return sql`${this.#dialect.sortable(name, column)} ${comparisons[comparison.operator]} ${operand}`;
      }
    }
  }
}

/** Whether a comparison reads more than the row itself. */
export function readsMore(comparison: Comparison): boolean {
  if (comparison.operator === 'or') return comparison.parts.some((part) => part.some(readsMore));
  return !('field' in comparison) || typeof comparison.field !== 'string';
}

// --- internal ---

/** Writes what is read or compared of a column. */
type ShowColumn = (expression: RawBuilder<unknown>, column: StoredColumn) => RawBuilder<unknown>;

/** The rows of a relation: what follows `from`, and which of them belong to a row of the table. */
interface RelatedRows {
  readonly source: Source;
  readonly from: RawBuilder<unknown>;
  readonly belongs: RawBuilder<unknown>;
}

type Through = NonNullable<Relation['through']>;

type Quantified = Extract<Comparison, { readonly parts: readonly Comparison[] }>;

/** The table of a relation; its alias is that of no table around it. */
function sourceOf({ target }: Relation, outer: Source): Source {
  const depth = outer.depth + 1;
  return { table: target as StoredDescription, name: `_${depth}`, depth, isQualified: true };
}

function linkName({ name }: Source): string {
  return `${name}_through`;
}

const comparisons = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

/** `name in (…)` or `name not in (…)`, where a row with null is in a list that has null, and in no other. */
function listCondition(
  name: RawBuilder<unknown>,
  isWanted: boolean,
  values: readonly RawBuilder<unknown>[],
  hasNull: boolean,
): RawBuilder<unknown> {
  if (values.length === 0) {
    if (!hasNull) return isWanted ? sql`1 = 0` : sql`1 = 1`;
    return isWanted ? sql`${name} is null` : sql`${name} is not null`;
  }
  if (isWanted) {
    const found = sql`${name} in (${sql.join(values)})`;
    return hasNull ? sql`(${found} or ${name} is null)` : found;
  }
  // Without `or … is null`, a null field would match neither `in` nor `nin`.
  const missing = sql`${name} not in (${sql.join(values)})`;
  return hasNull ? missing : sql`(${missing} or ${name} is null)`;
}

/** Write alternatives; of many in groups, because SQLite limits the depth of an expression. */
function either(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const groups =
    parts.length > MOST_PARTS ? Array.from(inParts(parts, Math.ceil(parts.length / MOST_PARTS)), either) : parts;
  return sql`(${sql.join(
    groups.map((part) => sql`(${part})`),
    sql` or `,
  )})`;
}

const MOST_PARTS = 50;
