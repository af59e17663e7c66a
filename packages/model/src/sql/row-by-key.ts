import type { Condition } from '../core/conditions.ts';
import type { Query } from '../core/provider.ts';
import { readValue } from '../core/read-value.ts';
import type { Row, Scalar } from '../core/types.ts';
import type { Comparison, SelectShape } from './shape.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** The condition of a query that asks for a whole row by its primary key, and says nothing else; `undefined` for every other query. */
export function readKey(
  { where, orderBy, fields, include, limit = 1, offset, after, lock }: Query,
  { primaryKey, columns }: StoredDescription,
): Condition | undefined {
  const isWhole = fields === undefined && include === undefined && limit === 1 && offset === undefined;
  if (where === undefined || !isWhole || lock || after !== undefined || (orderBy?.length ?? 0) > 0) return undefined;
  for (const name in where) if (name !== primaryKey) return undefined;
  const key = (where as Row)[primaryKey];
  if (typeof key !== 'number' && typeof key !== 'string' && typeof key !== 'bigint') return undefined;
  const value = readValue(key, columns.get(primaryKey) as StoredColumn) as NonNullable<Scalar> | undefined;
  return value === undefined ? undefined : { column: primaryKey, operator: 'eq', value };
}

/** Whether the key is compared by one parameter of one form, as in the text that all such queries share. */
export function isPlainKey(where: readonly Comparison[]): boolean {
  const [comparison] = where;
  return comparison?.operator === 'eq' && comparison.operand !== undefined && !comparison.operand.isFraction;
}

/** The shape of all such queries. */
export function wholeRow(where: readonly Comparison[]): SelectShape {
  return {
    fields: undefined,
    where,
    orderBy: [],
    after: undefined,
    limit: 1,
    offset: undefined,
    lock: false,
    include: [],
  };
}
