import { type CheckedQuery, type Condition, DataError, type Direction, type Scalar } from '@rest-gen/router/model';
import type { Document } from 'mongodb';
import { toStored } from './convert.ts';
import type { MongoDriver } from './load-driver.ts';
import type { MongoColumn, MongoDescription } from './mongo-source.ts';

/**
 * Write checked conditions as a filter of MongoDB; all of them must hold.
 *
 * All names in it come from the description, and every value stands behind an operator of ours: no operator of a user can get in. A value that the
 * field cannot have, such as an id of another form, equals nothing.
 */
export function buildFilter(conditions: readonly Condition[], table: MongoDescription, driver: MongoDriver): Document {
  return allOf(conditions.map((condition) => buildCondition(condition, columnOf(condition.column, table), driver)));
}

/**
 * The filter of the documents behind a place in the order: behind in the first key, or level in it and behind in the second one, and so on.
 *
 * @throws {DataError} `invalid_filter` for a value that its field cannot have
 */
export function buildAfter(
  { orderBy, after = [] }: CheckedQuery,
  table: MongoDescription,
  driver: MongoDriver,
): Document {
  const level: Document[] = [];
  const cases = orderBy.map(([field, direction], index) => {
    const column = columnOf(field, table);
    const value = after[index] === null ? null : toStored(after[index], column, driver);
    if (value === undefined) {
      throw new DataError('invalid_filter', `The place in the order has a value that "${field}" cannot hold`, {
        field,
      });
    }
    const all = [...level, behind(column, value, direction)];
    level.push({ [column.path]: { $eq: value } });
    return allOf(all);
  });
  return { $or: cases };
}

/** Both must hold. */
export function allOf(filters: readonly Document[]): Document {
  const some = filters.filter((filter) => Object.keys(filter).length > 0);
  return some.length > 1 ? { $and: some } : (some[0] ?? {});
}

/** Whether one document at most can match. */
export function isOne(conditions: readonly Condition[], { primaryKey }: MongoDescription): boolean {
  return conditions.some(({ column, operator }) => column === primaryKey && operator === 'eq');
}

// --- internal ---

const everything: Document = {};
const nothing: Document = { _id: { $in: [] } };

function columnOf(name: string, table: MongoDescription): MongoColumn {
  return table.columns.get(name) as MongoColumn;
}

function buildCondition({ operator, value }: Condition, column: MongoColumn, driver: MongoDriver): Document {
  switch (operator) {
    case 'null':
      return value ? isNull(column) : isPresent(column);
    case 'in':
    case 'nin': {
      const list = (value as readonly Scalar[])
        .map((one) => (one === null ? null : toStored(one, column, driver)))
        .filter((one) => one !== undefined);
      return { [column.path]: { [`$${operator}`]: list } };
    }
    default: {
      const operand = toStored(value, column, driver);
      if (operand === undefined) return operator === 'ne' ? everything : nothing;
      return { [column.path]: { [`$${operator}`]: operand } };
    }
  }
}

// A list that has null in it equals null for a filter, but not for an expression.
function isNull({ path, stored }: MongoColumn): Document {
  return stored === 'document' ? { $expr: { $lte: [`$${path}`, null] } } : { [path]: { $eq: null } };
}

function isPresent({ path, stored }: MongoColumn): Document {
  return stored === 'document' ? { $expr: { $gt: [`$${path}`, null] } } : { [path]: { $ne: null } };
}

// Null comes first when ascending, last when descending.
function behind({ path, nullable }: MongoColumn, value: unknown, direction: Direction): Document {
  if (value === null) return direction === 'asc' ? { [path]: { $ne: null } } : nothing;
  if (direction === 'asc') return { [path]: { $gt: value } };
  const less = { [path]: { $lt: value } };
  return nullable ? { $or: [less, { [path]: { $eq: null } }] } : less;
}
