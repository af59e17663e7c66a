import type { CompareCondition, TextCondition } from '../core/conditions.ts';
import { COUNT } from '../core/find-column.ts';
import type { Relation } from '../core/relations.ts';
import type { Direction } from '../core/types.ts';
import type { StoredColumn } from './stored-table.ts';

/** Stands in a shape for a value of the request. */
export class Slot {
  /** Among the values of the request, from 0. */
  readonly place: number;
  /** A number with a fraction, for a column that does not tell the database what its values are. */
  readonly isFraction?: true;

  constructor(place: number, isFraction: boolean) {
    this.place = place;
    if (isFraction) this.isFraction = true;
  }
}

/** A column of the table as it is, or a field that takes more to write. */
export type Field = string | FieldPath;

/** A field of a related record, the number of related records, or a column that some rows do not show. */
export interface FieldPath {
  readonly name: string;
  /** From the table outwards; empty for a column of the table itself. */
  readonly path: readonly RelatedShape[];
  /** The column of the last table; `undefined`: the records of the last relation are counted. */
  readonly column: string | undefined;
  /** What holds for the rows of the last table that show the column: it is null in the others. */
  readonly mask?: readonly Comparison[];
}

/** A relation, and which of its records are meant. */
export class RelatedShape {
  readonly relation: Relation;
  readonly where: readonly Comparison[];
  /** What holds for the rows of the table between the two. */
  readonly linked: readonly Comparison[];

  constructor(relation: Relation, where: readonly Comparison[], linked: readonly Comparison[]) {
    this.relation = relation;
    this.where = where;
    this.linked = linked;
  }

  /** All that the text of a statement takes from it. */
  toJSON(): unknown {
    const { kind, target, from, to, through } = this.relation;
    const link = through && [through.target.name, through.from, through.to, this.linked];
    return [kind, target.name, from, to, link, this.where];
  }
}

/** One condition; an operand that is `undefined` stands for a value that no row can have. */
export type Comparison =
  | FieldComparison
  | { readonly operator: 'or'; readonly parts: readonly (readonly Comparison[])[] }
  | {
      readonly operator: 'some' | 'none' | 'every';
      readonly related: RelatedShape;
      /** What holds for some, none or every one of the records. */
      readonly parts: readonly Comparison[];
    };

/** A comparison with a field. */
export type FieldComparison =
  | { readonly field: Field; readonly operator: CompareCondition['operator']; readonly operand: Slot | undefined }
  | { readonly field: Field; readonly operator: TextCondition['operator']; readonly operand: Slot }
  | {
      readonly field: Field;
      readonly operator: 'in' | 'nin';
      readonly list: readonly Slot[];
      readonly hasNull: boolean;
    }
  | { readonly field: Field; readonly operator: 'null'; readonly isNull: boolean };

/** A column, and the value to write into it, or to add to it. */
export interface Assignment {
  readonly column: string;
  readonly value: Slot | null;
  readonly isAdded: boolean;
  /** What is stored already, and shown as this text: an update leaves it. */
  readonly kept?: readonly Slot[];
  /** The value as it is shown, where it is written in another form. */
  readonly shown?: Slot;
}

/** A key of an order. */
export type OrderKey = readonly [field: Field, direction: Direction];

export interface SelectShape {
  /** All columns in the order of the table when absent. */
  readonly fields: readonly Field[] | undefined;
  readonly where: readonly Comparison[];
  readonly orderBy: readonly OrderKey[];
  readonly after: readonly (Slot | null)[] | undefined;
  /** Part of the text while it is small: SQLite compiles a statement again whenever a limit is bound. */
  readonly limit: Slot | number | undefined;
  readonly offset: Slot | undefined;
  readonly lock: boolean | 'share';
  /** The rows have null in a column: the index that has them in this order, by its name. */
  readonly nullsIndex?: string | undefined;
  readonly include: readonly IncludeShape[];
}

/** Related records to read with each row. */
export interface IncludeShape {
  readonly name: string;
  readonly related: RelatedShape;
  /** Columns of the other table; none of a relation that counts. */
  readonly fields: readonly Field[];
  /** Columns of the table between the two. */
  readonly linked: readonly Field[];
  readonly orderBy: readonly OrderKey[];
  readonly limit: number;
  readonly include: readonly IncludeShape[];
}

/** The columns that are read of a relation: those that are shown, and those that a list is ordered by. */
export function includedFields({ kind, fields, orderBy }: Relation): readonly string[] {
  if (kind === 'count') return [];
  return kind === 'one' ? fields : [...new Set([...fields, ...orderBy.map(([field]) => field)])];
}

/** The number of related records, as a column. */
export const COUNTED: StoredColumn = { ...COUNT, nativeType: 'bigint' };

/** What identifies the text of a statement: a string, or what is written as JSON. */
export type StatementKey = string | readonly unknown[];

/** Shapes of one table with the same key have the same text: a key says all that the text depends on. */
export function keyOfSelect(shape: SelectShape): StatementKey {
  const { fields, where, orderBy, after, limit, offset, lock, include } = shape;
  const isPlain = fields === undefined && after === undefined && offset === undefined && include.length === 0;
  const found = isPlain && typeof limit !== 'object' ? plainWhere(where) : undefined;
  const order = found === undefined ? undefined : plainOrder(orderBy);
  return order === undefined ? ['select', shape] : `select ${limit} ${lock} ${where.length}${found}${order}`;
}

/** See {@link keyOfSelect}. */
export function keyOfInsert(row: readonly Assignment[]): StatementKey {
  const names = plainAssignments(row);
  return names === undefined ? ['insert', row] : `insert${names}`;
}

/** See {@link keyOfSelect}. */
export function keyOfUpdate(
  where: readonly Comparison[],
  changes: readonly Assignment[],
  isReturning: boolean,
): StatementKey {
  const found = plainWhere(where);
  const written = plainAssignments(changes);
  if (found === undefined || written === undefined) return ['update', where, changes, isReturning];
  return `update ${isReturning} ${where.length}${found}${written}`;
}

// --- internal ---

// The fast path of statements about plain columns: writing JSON takes as long as all the rest of finding a text. No name of a column contains a NUL, and JSON
// begins with a bracket.

/** Equal to one value each. */
function plainWhere(where: readonly Comparison[]): string | undefined {
  let key = '';
  for (const comparison of where) {
    if (comparison.operator !== 'eq') return undefined;
    const { field, operand } = comparison;
    if (typeof field !== 'string' || operand === undefined || operand.isFraction) return undefined;
    key += `\0${field}`;
  }
  return key;
}

function plainOrder(orderBy: readonly OrderKey[]): string | undefined {
  let key = '';
  for (const [field, direction] of orderBy) {
    if (typeof field !== 'string') return undefined;
    key += `\0${direction}\0${field}`;
  }
  return key;
}

function plainAssignments(assignments: readonly Assignment[]): string | undefined {
  let key = '';
  for (const { column, value, isAdded, kept, shown } of assignments) {
    if (isAdded || kept !== undefined || shown !== undefined || value?.isFraction) return undefined;
    key += `\0${value === null ? 'null' : 'value'}\0${column}`;
  }
  return key;
}
