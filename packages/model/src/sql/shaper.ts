import type { Condition, FieldCondition } from '../core/conditions.ts';
import { DataError } from '../core/data-error.ts';
import type { RelatedField } from '../core/find-column.ts';
import type { CheckedAggregate, Computed, GroupKey } from '../core/read-aggregate.ts';
import { readFilter } from '../core/read-filter.ts';
import type { CheckedInclude, CheckedQuery } from '../core/read-query.ts';
import type { ColumnValue } from '../core/read-values.ts';
import { Increment } from '../core/read-values.ts';
import type { Relation } from '../core/relations.ts';
import type { Column, Direction, Filter, Scalar } from '../core/types.ts';
import { encodeTotal, isTotal } from './aggregate-result.ts';
import type { AggregateShape } from './aggregate-shape.ts';
import type { Dialect } from './dialect.ts';
import {
  type Assignment,
  COUNTED,
  type Comparison,
  type Field,
  type FieldComparison,
  type FieldPath,
  type IncludeShape,
  includedFields,
  RelatedShape,
  type SelectShape,
  Slot,
} from './shape.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/**
 * Takes the values out of one request: what is left is its shape, all that the text of its statement depends on.
 *
 * `{ id: 7, live: null }` and `{ id: 8, live: null }` have the same shape; `{ id: [7, 8] }` and `{ id: [7] }` have not.
 */
export class Shaper {
  /** In the form that the driver takes. */
  readonly values: unknown[] = [];
  readonly #dialect: Dialect;
  readonly #table: StoredDescription;

  constructor(dialect: Dialect, table: StoredDescription) {
    this.#dialect = dialect;
    this.#table = table;
  }

  /** @throws {DataError} `invalid_filter` for a value that its column cannot be compared with */
  select({ conditions, orderBy, fields, related, include, limit, offset, after, lock }: CheckedQuery): SelectShape {
    const table = this.#table;
    const toField = (name: string): Field => this.#field(name, related.get(name));
    return {
      fields: fields.length === table.columns.size && related.size === 0 ? undefined : fields.map(toField),
      where: this.where(conditions),
      orderBy: related.size === 0 ? orderBy : orderBy.map(([name, direction]) => [toField(name), direction] as const),
      after: after?.map((value, index) => {
        if (value === null) return null;
        const [name] = orderBy[index] as readonly [string, Direction];
        return this.#operand(value, typeOf(related.get(name)) ?? columnOf(name, table), name);
      }),
      limit: limit === undefined || limit <= LONGEST_PAGE ? limit : this.#take(limit),
      offset: offset === 0 ? undefined : this.#take(offset),
      lock,
      include: include.map((one) => this.#include(one)),
    };
  }

  /** @throws {DataError} `invalid_filter` for a value that its column cannot be compared with */
  aggregate(checked: CheckedAggregate, conditions: readonly Condition[]): AggregateShape {
    const { group, count, computed, orderBy, limit, after, masked } = checked;
    const toField = ({ name }: Column): Field => this.#field(name, masked.get(name));
    return {
      group: group.map(toField),
      count,
      computed: computed.map(({ operation, column }) => ({ operation, field: toField(column) })),
      where: this.where(conditions),
      orderBy,
      after: after?.map((value, index) => {
        const [key] = orderBy[index] as CheckedAggregate['orderBy'][number];
        return value === null ? null : this.#groupPlace(value, key, checked);
      }),
      limit: limit === undefined || limit <= LONGEST_PAGE ? limit : this.#take(limit),
    };
  }

  /** @throws {DataError} `invalid_filter` for a value that its column cannot be compared with */
  where(conditions: readonly Condition[], table: StoredDescription = this.#table): Comparison[] {
    const where: Comparison[] = [];
    for (const condition of conditions) where.push(this.#condition(condition, table));
    return where;
  }

  /** @throws {DataError} `invalid_value` for a value that does not fit into its column */
  assignments(values: readonly ColumnValue[]): Assignment[] {
    return values.map(({ column, value }): Assignment => {
      if (value === null) return { column, value, isAdded: false };
      const stored = columnOf(column, this.#table);
      if (value instanceof Increment) {
        return { column, value: this.#take(this.#dialect.increment(value.by, stored)), isAdded: true };
      }
      const slot = this.#take(toStored(value, stored, this.#dialect), stored);
      if (stored.timeForm !== undefined)
        return { column, value: slot, isAdded: false, shown: this.#take(this.#dialect.encode(value, stored)) };
      const kept = this.#dialect
        .alternatives?.(value, stored)
        ?.filter((one) => typeof one !== 'number' && one !== value);
      if (kept === undefined || kept.length === 0) return { column, value: slot, isAdded: false };
      return { column, value: slot, isAdded: false, kept: kept.map((one) => this.#take(one, stored)) };
    });
  }

  #groupPlace(value: unknown, key: GroupKey, { group, computed }: CheckedAggregate): Slot {
    const result = key.kind === 'computed' ? computed[key.at] : undefined;
    if (key.kind === 'count' || (result && isTotal(result.operation)))
      return this.#take(encodeTotal(value, this.#dialect));
    const { name } = key.kind === 'group' ? (group[key.at] as Column) : (result as Computed).column;
    return this.#operand(value, columnOf(name, this.#table), name);
  }

  #include({ name, relation, include }: CheckedInclude): IncludeShape {
    const { orderBy, max } = relation;
    const target = targetOf(relation);
    const link = relation.through?.target as StoredDescription;
    const fieldIn = (table: StoredDescription) => (column: string) =>
      this.#column(column, columnOf(column, table).mask, table);
    const toField = fieldIn(target);
    return {
      name,
      related: this.#related(relation),
      fields: includedFields(relation).map(toField),
      linked: (relation.through?.fields ?? []).map(fieldIn(link)),
      orderBy: orderBy.map(([column, direction]) => [toField(column), direction] as const),
      limit: max + 1,
      include: include.map((one) => this.#include(one)),
    };
  }

  #field(name: string, related: RelatedField | undefined): Field {
    if (related === undefined) return name;
    const { path, column, type } = related;
    const last = path.at(-1);
    const table = last === undefined ? this.#table : targetOf(last);
    return { name, path: path.map((relation) => this.#related(relation)), column, ...this.#mask(type.mask, table) };
  }

  /** A column of the table that a part of the statement is about. */
  #column(name: string, mask: Filter | undefined, table: StoredDescription): Field {
    return mask === undefined ? name : { name, path: [], column: name, ...this.#mask(mask, table) };
  }

  /** The conditions of a mask compare with what is stored. */
  #mask(mask: Filter | undefined, table: StoredDescription): Pick<FieldPath, 'mask'> {
    return mask === undefined ? {} : { mask: this.where(readFilter(mask, table), table) };
  }

  #related(relation: Relation): RelatedShape {
    const { where, through, relations } = relation;
    const target = targetOf(relation);
    const link = through?.target as StoredDescription;
    return new RelatedShape(
      relation,
      where === undefined ? [] : this.where(readFilter(where, target, relations), target),
      through?.where === undefined ? [] : this.where(readFilter(through.where, link), link),
    );
  }

  #condition(condition: Condition, table: StoredDescription): Comparison {
    switch (condition.operator) {
      case 'or':
        return { operator: 'or', parts: condition.value.map((part) => this.where(part, table)) };
      case 'some':
      case 'none':
      case 'every': {
        const { operator, relation, value } = condition;
        return { operator, related: this.#related(relation), parts: this.where(value, targetOf(relation)) };
      }
      default:
        return this.#comparison(condition, table);
    }
  }

  #comparison(condition: FieldCondition, table: StoredDescription): FieldComparison {
    const { column: name, counted, mask } = condition;
    const column = counted ? COUNTED : columnOf(name, table);
    const field = counted
      ? { name, path: [this.#related(counted)], column: undefined }
      : this.#column(name, mask, table);
    switch (condition.operator) {
      case 'null':
        return { field, operator: 'null', isNull: condition.value };
      case 'in':
      case 'nin':
        return { field, operator: condition.operator, ...this.#list(condition.value, column) };
      case 'eq':
      case 'ne': {
        const { value, operator } = condition;
        const all = this.#dialect.alternatives?.(value, column);
        if (all !== undefined) {
          const list = all.map((one) => this.#take(one, column));
          return { field, operator: operator === 'eq' ? 'in' : 'nin', list, hasNull: false };
        }
        return { field, operator, operand: this.#equal(value, column) };
      }
      case 'contains':
      case 'startsWith':
      case 'endsWith': {
        const { operator, value } = condition;
        const sought = column.items
          ? toStored([value], column, this.#dialect)
          : this.#dialect.textPattern(operator, value);
        return { field, operator, operand: this.#take(sought) };
      }
      default: {
        const [first] = this.#dialect.alternatives?.(condition.value, column) ?? [];
        const operand = this.#operand(first ?? condition.value, column, name);
        return { field, operator: condition.operator, operand };
      }
    }
  }

  #list(list: readonly Scalar[], column: StoredColumn): { list: Slot[]; hasNull: boolean } {
    const values = list.flatMap((value) => {
      if (value === null) return [];
      const all = this.#dialect.alternatives?.(value, column);
      return all?.map((one) => this.#take(one, column)) ?? this.#equal(value, column) ?? [];
    });
    return { list: values, hasNull: list.includes(null) };
  }

  #operand(value: unknown, column: StoredColumn, name: string): Slot {
    try {
      return this.#take(this.#dialect.encode(value, column), column);
    } catch (error) {
      if (!isInvalid(error)) throw error;
      throw new DataError('invalid_filter', `"${name}" cannot be compared with the given value`, {
        field: name,
        cause: error,
      });
    }
  }

  /** @returns `undefined` for a value that no row can have */
  #equal(value: unknown, column: StoredColumn): Slot | undefined {
    const compared = toCompared(value, column, this.#dialect);
    return compared === undefined ? undefined : this.#take(compared, column);
  }

  #take(value: unknown, column?: StoredColumn): Slot {
    return new Slot(this.values.push(value) - 1, isFraction(value, column));
  }
}

/**
 * The form of a value that the driver takes, to be written.
 *
 * @throws {DataError} `invalid_value` for a value that does not fit into its column
 */
export function toStored(value: unknown, column: StoredColumn, dialect: Dialect): unknown {
  dialect.check?.(value, column, true);
  return dialect.encode(value, column, true);
}

/** A number with a fraction, for a column that does not tell the database what its values are. */
export function isFraction(value: unknown, column: StoredColumn | undefined): boolean {
  return column?.affinity === 'none' && typeof value === 'number' && !Number.isInteger(value);
}

/**
 * The form of a value that the driver takes, for a comparison that asks for equality.
 *
 * @returns `undefined` for a value that no row can have
 */
export function toCompared(value: unknown, column: StoredColumn, dialect: Dialect): unknown {
  try {
    dialect.check?.(value, column, false);
    return dialect.encode(value, column);
  } catch (error) {
    if (isInvalid(error)) return undefined;
    throw error;
  }
}

// --- internal ---

const LONGEST_PAGE = 1_001;

/** The description of a related table is one that this store gave. */
function targetOf({ target }: Relation): StoredDescription {
  return target as StoredDescription;
}

function columnOf(name: string, table: StoredDescription): StoredColumn {
  return table.columns.get(name) as StoredColumn;
}

function typeOf(related: RelatedField | undefined): StoredColumn | undefined {
  if (related === undefined) return undefined;
  return related.column === undefined ? COUNTED : (related.type as StoredColumn);
}

function isInvalid(error: unknown): boolean {
  return error instanceof DataError && error.code === 'invalid_value';
}
