import type { CheckedInclude, CheckedQuery } from '../core/read-query.ts';
import type { Row } from '../core/types.ts';
import type { Dialect } from './dialect.ts';
import { parseRows, valuesOf } from './json-rows.ts';
import { COUNTED, includedFields } from './shape.ts';
import type { SqlResult } from './sql-client.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** Decode the rows of a result, with all columns of the table unless a query says otherwise. */
export function decodeRows(
  { rows }: SqlResult,
  { columns }: StoredDescription,
  dialect: Dialect,
  query?: CheckedQuery,
): Row[] {
  const list =
    query === undefined
      ? [...columns.values()]
      : query.fields.map((name) => columns.get(name) ?? (query.related.get(name)?.type as StoredColumn));
  if (query !== undefined && query.include.length > 0) {
    const included = query.include.map((one) => ({ name: one.name, decode: includeDecoder(one, dialect) }));
    return rows.map((row) => {
      const decoded = decodeRow(row, list, dialect);
      for (const { name, decode } of included) decoded[name] = decode(row[name]);
      return decoded;
    });
  }
  // A driver may have made a row with a column of that name in another way than others.
  if (columns.has('__proto__')) return rows.map((row) => decodeRow(row, list, dialect));
  // Rows of the driver have these columns and no others. They are new, so that they can be changed without a copy.
  for (const row of rows) {
    for (const column of list) {
      const value = row[column.name];
      const decoded = value === null ? null : dialect.decode(value, column);
      if (decoded !== value) row[column.name] = decoded;
    }
  }
  return rows as Row[];
}

/** A row with these columns, from a row of the driver. */
export function decodeRow(
  row: Readonly<Record<string, unknown>>,
  columns: readonly StoredColumn[],
  dialect: Dialect,
): Row {
  const decoded: Row = {};
  for (const column of columns) {
    const value = row[column.name];
    setColumn(decoded, column.name, value === null ? null : dialect.decode(value, column));
  }
  return decoded;
}

/** Set a column of any name: a plain assignment to `__proto__` would set the prototype of the row. */
export function setColumn(row: Row, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(row, name, { value, ...PROPERTY });
  else row[name] = value;
}

// --- internal ---

/** Decodes what a statement has read of a relation: to a row or null, a list of rows, or a number. */
type DecodeIncluded = (value: unknown) => unknown;

/** What decodes the values of a result, which are JSON text, or numbers. */
function includeDecoder(include: CheckedInclude, dialect: Dialect): DecodeIncluded {
  if (include.relation.kind === 'count') return (value) => dialect.decode(value, COUNTED);
  const decode = relatedDecoder(include, dialect);
  return (value) => decode(parseRows(value));
}

function relatedDecoder({ relation, include }: CheckedInclude, dialect: Dialect): DecodeIncluded {
  if (relation.kind === 'count') return Number;
  const { target, through } = relation;
  const columns = [
    ...includedFields(relation).map((name) => target.columns.get(name)),
    ...(through?.fields ?? []).map((name) => through?.target.columns.get(name)),
  ] as StoredColumn[];
  const inner = include.map((one) => ({ name: one.name, decode: relatedDecoder(one, dialect) }));
  const count = columns.length + inner.length;
  const toRow = (sent: readonly unknown[]): Row => {
    const values = valuesOf(sent, count);
    const row: Row = {};
    let at = 0;
    for (const column of columns) {
      const value = values[at++];
      setColumn(row, column.name, value === null ? null : dialect.decode(dialect.fromJson(value, column), column));
    }
    for (const { name, decode } of inner) row[name] = decode(values[at++]);
    return row;
  };
  if (relation.kind === 'one') return (value) => (value === null ? null : toRow(value as readonly unknown[]));
  return (value) => (value === null ? [] : (value as readonly (readonly unknown[])[]).map(toRow));
}

const PROPERTY = { writable: true, enumerable: true, configurable: true };
