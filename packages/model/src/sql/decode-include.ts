import type { CheckedInclude } from '../core/read-query.ts';
import type { Row } from '../core/types.ts';
import { setColumn } from './decode-row.ts';
import type { Dialect } from './dialect.ts';
import { parseRows, valuesOf } from './json-rows.ts';
import { COUNTED, includedFields } from './shape.ts';
import type { StoredColumn } from './stored-table.ts';

/** Decodes what a statement has read of a relation: to a row or null, a list of rows, or a number. */
export type ReadIncluded = (value: unknown) => unknown;

/** What decodes the values of a result, which are JSON text, or numbers. */
export function includeReader(include: CheckedInclude, dialect: Dialect): ReadIncluded {
  if (include.relation.kind === 'count') return (value) => dialect.decode(value, COUNTED);
  const read = relatedReader(include, dialect);
  return (value) => read(parseRows(value));
}

// --- internal ---

function relatedReader({ relation, include }: CheckedInclude, dialect: Dialect): ReadIncluded {
  if (relation.kind === 'count') return Number;
  const columns = includedFields(relation).map((name) => relation.target.columns.get(name) as StoredColumn);
  const inner = include.map((one) => ({ name: one.name, read: relatedReader(one, dialect) }));
  const count = columns.length + inner.length;
  const toRow = (sent: readonly unknown[]): Row => {
    const values = valuesOf(sent, count);
    const row: Row = {};
    let at = 0;
    for (const column of columns) {
      const value = values[at++];
      setColumn(row, column.name, value === null ? null : dialect.decode(dialect.fromJson(value, column), column));
    }
    for (const { name, read } of inner) row[name] = read(values[at++]);
    return row;
  };
  if (relation.kind === 'one') return (value) => (value === null ? null : toRow(value as readonly unknown[]));
  return (value) => (value === null ? [] : (value as readonly (readonly unknown[])[]).map(toRow));
}
