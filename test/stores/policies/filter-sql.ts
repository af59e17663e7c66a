import { type Filter, foldCase, type Scalar } from '@rest-gen/model/core';
import { ownFields } from '../relations/random-request.ts';
import type { RandomRelation, RandomSchema } from '../relations/random-schema.ts';

/** Where the tables of a filter are, and which columns of them are masked. */
export interface Place {
  readonly schema: RandomSchema;
  /** The schema of PostgreSQL whose tables are named in subqueries. */
  readonly within: string;
  /** The condition under which a column can be read, for a row of the alias; `undefined` for always. */
  maskOf?(table: string, column: string, alias: string): string | undefined;
}

/**
 * A filter as a condition of PostgreSQL, with its values in the text. It shares no code with `packages/model/src`, except for the pairs of letters that are
 * the same: a text operator is written as the list of the values of the column that match.
 *
 * @param alias - the name of the rows in the statement, as SQL
 */
export function filterSql(where: Filter, table: string, alias: string, place: Place): string {
  const parts: string[] = [];
  const paths = new Map<string, Record<string, Filter[string]>>();
  const columns = fieldsOf(table, place);
  for (const [name, value] of Object.entries(where)) {
    const own = columns.find((column) => column.name === name);
    const relation = relationOf(name, table, place);
    const dot = name.indexOf('.');
    if (name === 'or' || name === 'and') {
      const all = (value as Filter[]).map((part) => filterSql(part, table, alias, place));
      parts.push(name === 'or' ? any(all) : every(all));
    } else if (own !== undefined) {
      parts.push(comparison(columnSql(table, name, alias, place), value, own));
    } else if (relation?.kind === 'count') {
      const rows = relatedRows(relation, table, alias, place);
      parts.push(comparison(`(select count(*) ${rows.text})`, value, { type: 'number', values: [] }));
    } else if (relation !== undefined) {
      for (const [operator, inner] of Object.entries(value as Record<string, Filter>)) {
        const rows = relatedRows(relation, table, alias, place);
        const matches = filterSql(inner, relation.table, rows.alias, place);
        parts.push(
          operator === 'some'
            ? `exists (select 1 ${rows.text} and ${matches})`
            : `not exists (select 1 ${rows.text} and ${operator === 'none' ? matches : `not ${matches}`})`,
        );
      }
    } else {
      const first = name.slice(0, dot);
      paths.set(first, { ...paths.get(first), [name.slice(dot + 1)]: value });
    }
  }
  for (const [name, inner] of paths) {
    const relation = relationOf(name, table, place) as RandomRelation;
    const rows = relatedRows(relation, table, alias, place);
    parts.push(`exists (select 1 ${rows.text} and ${filterSql(inner, relation.table, rows.alias, place)})`);
  }
  return every(parts);
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A value as PostgreSQL reads it, without a type. */
export function literal(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  const text = typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : textOf(value);
  return `'${text.replaceAll("'", "''")}'`;
}

// --- internal ---

type Type = 'number' | 'double' | 'text' | 'boolean' | 'datetime' | 'bytes' | 'json';

interface Field {
  readonly type: Type;
  /** Every value that a row can have, for text operators. */
  readonly values: readonly Scalar[];
}

const TYPES: Readonly<Record<string, Type>> = {
  string: 'text',
  text: 'text',
  uuid: 'text',
  date: 'text',
  integer: 'number',
  bigint: 'number',
  decimal: 'number',
  double: 'double',
  boolean: 'boolean',
  datetime: 'datetime',
  binary: 'bytes',
  json: 'json',
};
/** How both sides of a comparison are written. */
const CASTS: Readonly<Record<Type, (text: string) => string>> = {
  number: (text) => `(${text})::numeric`,
  double: (text) => `(${text})::float8`,
  text: (text) => `(${text})::text collate "C"`,
  boolean: (text) => `(${text})::boolean`,
  datetime: (text) => `(${text})::timestamptz`,
  bytes: (text) => `(${text})::bytea`,
  json: (text) => `(${text})::text`,
};
const SIGNS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };
let aliases = 0;

function fieldsOf(table: string, { schema }: Place): (Field & { readonly name: string })[] {
  const { key, columns, references } = schema.tables.find(({ name }) => name === table) as never as {
    key: string;
    columns: readonly { name: string; method: string }[];
    references: readonly { name: string; to: string; table: number }[];
  };
  const methods = new Map<string, string>([
    ['id', key],
    ['code', 'uuid'],
    ...columns.map(({ name, method }): [string, string] => [name, method]),
    ...references.map(({ name, to, table: other }): [string, string] => [
      name,
      to === 'code' ? 'uuid' : (schema.tables[other]?.key as string),
    ]),
  ]);
  return ownFields(schema, table).map(({ name, values }) => ({
    name,
    values,
    type: TYPES[methods.get(name) as string] as Type,
  }));
}

function relationOf(name: string, table: string, { schema }: Place): RandomRelation | undefined {
  return schema.relations.find((one) => one.owner === table && one.name === name);
}

/** Keys and the conditions of relations compare what is stored. */
function relatedRows(relation: RandomRelation, _table: string, outer: string, place: Place) {
  const alias = `r${aliases++}`;
  const { from, to, through, where } = relation;
  const own = `${outer}.${quote(from)}`;
  const link = `l${aliases++}`;
  const belongs =
    through === undefined
      ? `${alias}.${quote(to)} = ${own}`
      : `exists (select 1 from ${place.within}.${quote(through.table)} ${link} where ${link}.${quote(through.from)} = ${own} and ${link}.${quote(through.to)} = ${alias}.${quote(to)})`;
  const narrowed = filterSql(where ?? {}, relation.table, alias, { schema: place.schema, within: place.within });
  return { alias, text: `from ${place.within}.${quote(relation.table)} ${alias} where ${belongs} and ${narrowed}` };
}

function columnSql(table: string, name: string, alias: string, place: Place): string {
  const column = `${alias}.${quote(name)}`;
  const mask = place.maskOf?.(table, name, alias);
  return mask === undefined ? column : `case when ${mask} then ${column} end`;
}

function comparison(column: string, filter: unknown, field: Field): string {
  const isOperators =
    typeof filter === 'object' &&
    filter !== null &&
    !Array.isArray(filter) &&
    !(filter instanceof Date) &&
    !(filter instanceof Uint8Array);
  const operators = isOperators
    ? (filter as Record<string, unknown>)
    : { [Array.isArray(filter) ? 'in' : 'eq']: filter };
  return every(Object.entries(operators).map(([operator, value]) => compare(column, operator, value, field)));
}

function compare(column: string, operator: string, value: unknown, field: Field): string {
  const cast = CASTS[field.type];
  const isSame = (one: unknown): string =>
    one === null ? `${column} is null` : `${cast(column)} is not distinct from ${cast(literal(one))}`;
  switch (operator) {
    case 'null':
      return `${column} is ${value ? '' : 'not '}null`;
    case 'eq':
      return isSame(value);
    case 'ne':
      return `not (${isSame(value)})`;
    case 'in':
      return any((value as unknown[]).map(isSame));
    case 'nin':
      return `not ${any((value as unknown[]).map(isSame))}`;
    case 'contains':
    case 'startsWith':
    case 'endsWith': {
      const part = foldCase(String(value));
      const test = { contains: 'includes', startsWith: 'startsWith', endsWith: 'endsWith' } as const;
      return any(field.values.filter((one) => foldCase(String(one))[test[operator]](part)).map(isSame));
    }
    default:
      return `coalesce(${cast(column)} ${SIGNS[operator]} ${cast(literal(value))}, false)`;
  }
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function every(parts: readonly string[]): string {
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`;
}

function any(parts: readonly string[]): string {
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
}
