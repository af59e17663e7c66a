import type { CheckedInclude, Row } from '@rest-gen/router/model';
import { decodeRow } from './decode-row.ts';
import type { Dialect } from './dialect.ts';
import { parseRows, valuesOf } from './json-rows.ts';
import { COUNTED, includedFields } from './shape.ts';
import type { StoredColumn } from './stored-table.ts';

/**
 * Decode what a statement has read of a relation, which is JSON text, or a number.
 *
 * @returns a row or null, a list of rows, or a number
 */
export function decodeInclude(value: unknown, include: CheckedInclude, dialect: Dialect): unknown {
  if (include.relation.kind === 'count') return dialect.decode(value, COUNTED);
  return decodeRelated(parseRows(value), include, dialect);
}

// --- internal ---

function decodeRelated(value: unknown, include: CheckedInclude, dialect: Dialect): unknown {
  const { relation, include: inner } = include;
  if (relation.kind === 'count') return Number(value);
  if (value === null) return relation.kind === 'one' ? null : [];
  const columns = includedFields(relation).map((name) => relation.target.columns.get(name) as StoredColumn);
  const toRow = (sentRow: readonly unknown[]): Row => {
    const values = valuesOf(sentRow, columns.length + inner.length);
    const sent: Row = {};
    for (const [index, column] of columns.entries()) {
      const one = values[index];
      sent[column.name] = one === null ? null : dialect.fromJson(one, column);
    }
    const row = decodeRow(sent, columns, dialect);
    for (const [index, one] of inner.entries()) {
      row[one.name] = decodeRelated(values[columns.length + index], one, dialect);
    }
    return row;
  };
  return relation.kind === 'one'
    ? toRow(value as readonly unknown[])
    : (value as readonly (readonly unknown[])[]).map(toRow);
}
