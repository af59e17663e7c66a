import type { Condition } from './conditions.ts';
import { DataError } from './data-error.ts';
import { findColumn, findField, type RelatedField } from './find-column.ts';
import type { Query } from './provider.ts';
import { readFilter } from './read-filter.ts';
import { readValue } from './read-value.ts';
import { type Include, NO_RELATIONS, type Relation, type Relations } from './relations.ts';
import type { Column, Description, Direction } from './types.ts';

/** A {@link Query} whose every part has been checked against a table. */
export interface CheckedQuery {
  readonly conditions: readonly Condition[];
  readonly orderBy: readonly (readonly [field: string, direction: Direction])[];
  /** What to read; never empty. */
  readonly fields: readonly string[];
  /** What the names in `orderBy` and `fields` mean that are no columns. */
  readonly related: ReadonlyMap<string, RelatedField>;
  readonly include: readonly CheckedInclude[];
  readonly limit: number | undefined;
  readonly offset: number;
  /** A value for each entry of `orderBy`, in the form of its column. */
  readonly after: readonly unknown[] | undefined;
  readonly lock: boolean | 'share';
}

/** A relation to read, and what to read with its records. */
export interface CheckedInclude {
  readonly name: string;
  readonly relation: Relation;
  readonly include: readonly CheckedInclude[];
}

/**
 * Check a query against the described columns; `fields` come out complete, `offset` as a number.
 *
 * @throws {DataError} `unknown_field`; `invalid_filter` for a filter (see {@link readFilter}), a direction other than `asc` and `desc`, a limit or
 *   offset that is not a whole number from 0 on, and an `after` that does not fit the order
 */
export function readQuery(query: Query, description: Description, relations: Relations = NO_RELATIONS): CheckedQuery {
  const { where = {}, orderBy = [], limit, offset = 0, lock = false } = query;
  const { columns } = description;
  const { hasMasks = false } = description;
  const related = relations.size === 0 && !hasMasks ? NONE : new Map<string, RelatedField>();
  const check = (name: string): void => {
    if (!hasMasks && columns.has(name)) return;
    const field = findField(name, description, relations);
    if (field) (related as Map<string, RelatedField>).set(name, field);
  };
  for (const [field, direction] of orderBy) {
    check(field);
    if (direction !== 'asc' && direction !== 'desc') {
      throw new DataError('invalid_filter', `The order of "${field}" must be "asc" or "desc"`, { field });
    }
  }
  checkCount('limit', limit ?? 0);
  checkCount('offset', offset);
  const typeOf = (name: string): Column => related.get(name)?.type ?? findColumn(name, description);
  return {
    conditions: readFilter(where, description, relations),
    orderBy,
    fields:
      query.fields === undefined && !hasMasks ? namesOf(columns) : checkFields(query.fields ?? namesOf(columns), check),
    related,
    include: query.include === undefined ? NOTHING : checkInclude(query.include, description, relations),
    limit,
    offset,
    after: query.after && checkAfter(query.after, orderBy, typeOf),
    lock,
  };
}

// --- internal ---

const NONE: ReadonlyMap<string, RelatedField> = new Map();
const NOTHING: readonly CheckedInclude[] = [];

function checkInclude(include: Include, description: Description, relations: Relations): CheckedInclude[] {
  return Object.entries(include).map(([name, inner]) => {
    const relation = relations.get(name);
    if (relation) return { name, relation, include: checkInclude(inner, relation.target, relation.relations) };
    throw new DataError('unknown_field', `"${description.name}" has no relation "${name}"`, {
      field: name,
      hint: `Its relations are ${[...relations.keys()].join(', ') || 'none'}.`,
    });
  });
}

/** The names of all columns, listed once for each description. */
function namesOf(columns: Description['columns']): readonly string[] {
  let names = allNames.get(columns);
  if (names === undefined) {
    names = [...columns.keys()];
    allNames.set(columns, names);
  }
  return names;
}

const allNames = new WeakMap<Description['columns'], readonly string[]>();

function checkFields(fields: readonly string[], check: (name: string) => void): readonly string[] {
  if (fields.length === 0) throw new DataError('invalid_filter', 'The list of fields to read is empty');
  fields.forEach(check);
  return [...new Set(fields)];
}

function checkAfter(
  after: readonly unknown[],
  orderBy: CheckedQuery['orderBy'],
  typeOf: (field: string) => Column,
): readonly unknown[] {
  if (after.length === 0 || after.length !== orderBy.length) {
    throw new DataError('invalid_filter', 'A place in the order needs a value for each field that it is sorted by');
  }
  return orderBy.map(([field], index) => {
    const value = after[index];
    if (value === null) return null;
    const column = typeOf(field);
    if (column.loose && column.type !== 'json' && isScalar(value)) return value;
    const read = column.type === 'json' ? undefined : readValue(value, column);
    if (read !== undefined) return read;
    throw new DataError('invalid_filter', `The place in the order has a value that "${field}" cannot hold`, {
      field,
      value,
    });
  });
}

function isScalar(value: unknown): boolean {
  return ['string', 'bigint', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

function checkCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new DataError('invalid_filter', `The ${name} must be a whole number from 0 on`);
}
