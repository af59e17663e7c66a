import { isPlainObject, isUndeclared } from '@rest-gen/logic/common';
import { type FieldNames, namesOf } from './field-names.ts';
import { Restriction } from './join-filters.ts';
import type { Relations } from './relations.ts';
import type { Filter } from './types.ts';

/**
 * A filter in the names of the table.
 *
 * @param names - of the fields; `undefined` for those of the table
 * @param relations - in the same names
 * @throws {DataError} `unknown_field`
 */
export function storedFilter(where: Filter, names: FieldNames | undefined, relations: Relations): Filter {
  if (Restriction.is(where)) return where;
  const fields: Record<string, unknown> = Object.create(null);
  const parts: Filter[] = [];
  for (const [name, value] of Object.entries(where)) {
    const relation = isUndeclared(value) ? undefined : relations.get(name);
    if ((name === 'or' || name === 'and') && Array.isArray(value))
      fields[name] = value.map((one) => (isFilter(one) ? storedFilter(one, names, relations) : one));
    else if (relation !== undefined && isPlainObject(value)) {
      const inner = namesOf(relation.target);
      fields[name] = mapValues(value, (one) => (isFilter(one) ? storedFilter(one, inner, relation.relations) : one));
    } else {
      const related = relatedField(name, names, relations);
      if (related === undefined || isPlainComparison(value)) fields[storedPath(name, names, relations)] = value;
      else parts.push(...compareRelated(related, value));
    }
  }
  return parts.length === 0 ? (fields as Filter) : { and: [fields as Filter, ...parts] };
}

/** A column, or the path of a field of a related record, in the names of the table. @throws {DataError} `unknown_field` */
export function storedPath(name: string, names: FieldNames | undefined, relations: Relations): string {
  if (names?.related.has(name)) return names.stored(name);
  const dot = name.indexOf('.');
  const relation = dot < 0 ? undefined : relations.get(name.slice(0, dot));
  if (relation === undefined) return names?.stored(name) ?? name;
  const inner = storedPath(name.slice(dot + 1), namesOf(relation.target), relation.relations);
  return `${name.slice(0, dot + 1)}${inner}`;
}

// --- internal ---

/** A field of a related record, and the relations that lead to it, as the table names them. */
interface RelatedField {
  /** The relations that the name itself goes through: `issue` of `issue.author_name`. */
  readonly through: readonly string[];
  readonly relation: string;
  readonly column: string;
}

function relatedField(
  name: string,
  names: FieldNames | undefined,
  relations: Relations,
  through: readonly string[] = [],
): RelatedField | undefined {
  const own = names?.related.get(name);
  if (own !== undefined) return { through, relation: own.relation, column: own.column };
  const dot = name.indexOf('.');
  const relation = dot < 0 ? undefined : relations.get(name.slice(0, dot));
  if (relation === undefined) return undefined;
  return relatedField(name.slice(dot + 1), namesOf(relation.target), relation.relations, [
    ...through,
    name.slice(0, dot),
  ]);
}

/** Comparisons that a value has to be there for: a path, which needs the related record, means the same. */
function isPlainComparison(value: unknown): boolean {
  // It is refused as it is.
  if (isUndeclared(value)) return true;
  if (Array.isArray(value)) return !value.includes(null);
  if (!isPlainObject(value)) return value !== null;
  return Object.entries(value).every(([operator, operand]) => !holdsForNull(operator, operand));
}

/** Whether a comparison holds for null: without the related record the field is null. */
function holdsForNull(operator: string, operand: unknown): boolean {
  if (operator === 'null') return operand === true;
  if (operator === 'eq') return operand === null;
  if (operator === 'ne') return operand !== null;
  if (operator === 'in') return Array.isArray(operand) && operand.includes(null);
  return operator === 'nin' && Array.isArray(operand) && !operand.includes(null);
}

/** Each comparison of a field that is null where there is no related record. */
function compareRelated({ through, relation, column }: RelatedField, value: unknown): Filter[] {
  const operators = isPlainObject(value) ? value : { [Array.isArray(value) ? 'in' : 'eq']: value };
  return Object.entries(operators).map(([operator, operand]) => {
    const found = { [`${relation}.${column}`]: { [operator]: operand } } as Filter;
    const compared: Filter = holdsForNull(operator, operand) ? { or: [{ [relation]: { none: {} } }, found] } : found;
    return through.reduceRight((inner, name): Filter => ({ [name]: { some: inner } }), compared);
  });
}

function isFilter(value: unknown): value is Filter {
  return isPlainObject(value) || Restriction.is(value);
}

function mapValues(object: object, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}
