import { nearest } from '@rest-gen/logic/common';
import { DataError } from './data-error.ts';
import { NO_RELATIONS, type Relation, type Relations } from './relations.ts';
import type { Column, Description } from './types.ts';

/** What a relation that counts is compared and sorted as. */
export const COUNT: Column = { name: 'count', type: 'integer', nullable: false, hasDefault: false };

/** A field of a related record, or the number of a relation that counts: `author.name`, `author.postCount`. */
export interface RelatedField {
  readonly name: string;
  /** From the table outwards; the last one counts where there is no column. Empty for a column of the table itself that has a mask. */
  readonly path: readonly Relation[];
  /** The column of the last table. */
  readonly column: string | undefined;
  /** The type of the value, with its mask; null where there is no record. */
  readonly type: Column;
}

/**
 * Look up a field among the described columns.
 *
 * @throws {DataError} `unknown_field`, naming the field and the nearest column
 */
export function findColumn(name: string, description: Description, relations: Relations = NO_RELATIONS): Column {
  const column = description.columns.get(name);
  if (column !== undefined) return column;
  if (relations.has(name)) {
    throw new DataError('invalid_filter', `"${name}" is a relation and has no value of its own`, {
      field: name,
      hint: `Name one of its fields, such as "${name}.${relations.get(name)?.target.primaryKey[0]}".`,
    });
  }
  throw unknownField(name, description, relations);
}

/**
 * Look up a relation by name.
 *
 * @throws {DataError} `unknown_field`; `invalid_filter` for one that counts
 */
export function findRelation(name: string, description: Description, relations: Relations): Relation {
  const relation = relations.get(name);
  if (relation === undefined) {
    throw description.columns.has(name)
      ? new DataError('invalid_filter', `"${name}" is a column and has no related records`, { field: name })
      : unknownField(name, description, relations);
  }
  if (relation.kind !== 'count') return relation;
  throw new DataError('invalid_filter', `"${name}" is a number and has no fields`, { field: name });
}

/**
 * Look up a field to sort by or to read: a column, `author.name`, or a number of records.
 *
 * @returns `undefined` for a column that every row shows
 * @throws {DataError} `unknown_field`; `invalid_filter` for a field of a list, which has many values
 */
export function findField(name: string, description: Description, relations: Relations): RelatedField | undefined {
  const own = description.columns.get(name);
  if (own !== undefined) return own.mask === undefined ? undefined : { name, path: [], column: name, type: own };
  if (relations.get(name)?.kind === 'count') {
    return { name, path: [relations.get(name) as Relation], column: undefined, type: { ...COUNT, name } };
  }
  const [first, rest] = splitPath(name, description) ?? [];
  if (first === undefined || rest === undefined) {
    findColumn(name, description, relations);
    return undefined;
  }
  const relation = findRelation(first, description, relations);
  if (relation.kind === 'many') {
    throw new DataError('invalid_filter', `"${first}" is a list, so "${name}" has many values`, { field: name });
  }
  const inner = findField(rest, relation.target, relation.relations);
  const type = inner?.type ?? findColumn(rest, relation.target);
  return {
    name,
    path: [relation, ...(inner?.path ?? [])],
    column: inner ? inner.column : rest,
    type: { ...type, name, nullable: true },
  };
}

/** `author.name` → `['author', 'name']`; `undefined` for a name without a dot, and for a column that has one. */
export function splitPath(name: string, { columns }: Description): [relation: string, rest: string] | undefined {
  const dot = name.indexOf('.');
  if (dot < 1 || columns.has(name)) return undefined;
  return [name.slice(0, dot), name.slice(dot + 1)];
}

// --- internal ---

function unknownField(name: string, description: Description, relations: Relations): DataError {
  const names = [...description.columns.keys(), ...relations.keys()];
  const meant = nearest(name, names);
  return new DataError('unknown_field', `"${description.name}" has no field "${name}"`, {
    field: name,
    hint: meant === undefined ? `Its fields are ${names.join(', ')}.` : `Did you mean "${meant}"?`,
  });
}
