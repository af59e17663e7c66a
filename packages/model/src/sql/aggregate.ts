import { type RawBuilder, sql } from 'kysely';
import type { CheckedAggregate, Computed, GroupKey } from '../core/read-aggregate.ts';
import type { Row } from '../core/types.ts';
import {
  aggregateFunction,
  extremeOperand,
  isTotal,
  resultKey,
  resultOperand,
  resultParts,
} from './aggregate-result.ts';
import type { AggregateShape } from './aggregate-shape.ts';
import { decodeResult } from './decode-result.ts';
import { setColumn } from './decode-rows.ts';
import type { Dialect } from './dialect.ts';
import { excludesNull, following, paging } from './keyset.ts';
import { COUNTED, type Field, type Slot } from './shape.ts';
import { type StoredColumn, tableId } from './stored-table.ts';
import type { ConditionWriter, Source } from './write-conditions.ts';

/**
 * Write an aggregate: a row for each group.
 *
 * Three statements in each other: what is shown of the columns, the groups, and their order with the place that a page begins at. The databases merge the
 * first two.
 */
export function writeAggregate(
  shape: AggregateShape,
  source: Source,
  conditions: ConditionWriter,
  dialect: Dialect,
): RawBuilder<unknown> {
  const columns = inputsOf(shape);
  const placeOf = (field: Field): string => `c${columns.findIndex((one) => nameOf(one) === nameOf(field))}`;
  const columnOf = (field: Field): StoredColumn => conditions.column(field, source);
  const shown = columns.map((field) => sql`${conditions.shown(field, source)} as ${sql.id(placeOf(field))}`);
  const where = conditions.all(shape.where, source);
  const rows = sql`select ${shown.length > 0 ? sql.join(shown) : sql`1 as one`} from ${tableId(source.table)}${where ? sql` where ${where}` : sql``}`;

  const keys = shape.group.map((field) => sql.id('r', placeOf(field)));
  const results = shape.computed.map(({ operation, field }, at) =>
    aggregateFunction(operation, sql.id('r', placeOf(field)), columnOf(field), at, dialect),
  );
  const computed = [
    ...keys.map((key, at) => sql`${key} as ${sql.id(`g${at}`)}`),
    ...(shape.count ? [sql`count(*) as n`] : []),
    ...results.flat(),
  ];
  const groups = sql`select ${sql.join(computed)} from (${rows}) as r${keys.length > 0 ? sql` group by ${sql.join(keys)}` : sql``}`;

  const read = [
    ...shape.group.map((field, at) => {
      const expression = sql.id('t', `g${at}`);
      return sql`${dialect.read?.(expression, columnOf(field)) ?? expression} as ${sql.id(`g${at}`)}`;
    }),
    ...(shape.count ? [sql.id('t', 'n')] : []),
    ...shape.computed.flatMap(({ operation, field }, at) => resultParts(operation, columnOf(field), at, dialect)),
  ];
  const positions = shape.orderBy.map(([key, direction], index) => {
    const slot = shape.after?.[index] ?? null;
    return { ...sortKey(key, slot), direction };
  });
  const order = sql.join(
    positions.map(({ key, direction, column, isNullable }) => dialect.order(key, direction, column, isNullable)),
  );
  const begins = shape.after === undefined ? sql`` : sql` where ${following(positions, dialect.comparesRows)}`;
  const ordered = positions.length === 0 ? sql`` : sql` order by ${order}`;
  return sql`select ${sql.join(read)} from (${groups}) as t${begins}${ordered}${paging(shape.limit, undefined)}`;

  function sortKey(key: GroupKey, slot: Slot | null) {
    if (key.kind === 'count') {
      return {
        key: sql.id('t', 'n'),
        operand: slot === null ? undefined : sql`${slot}`,
        column: COUNTED,
        isNullable: false,
      };
    }
    if (key.kind === 'group') {
      const field = shape.group[key.at] as Field;
      const column = columnOf(field);
      return {
        key: dialect.sortable(sql.id('t', `g${key.at}`), column),
        operand: slot === null ? undefined : conditions.operand(slot, column),
        column,
        isNullable:
          typeof field !== 'string' || (column.nullable && !shape.where.some((one) => excludesNull(one, field))),
      };
    }
    const { operation, field } = shape.computed[key.at] as AggregateShape['computed'][number];
    const column = columnOf(field);
    const operand =
      slot === null
        ? undefined
        : isTotal(operation)
          ? resultOperand(operation, slot, column, dialect)
          : extremeOperand(conditions.operand(slot, column), column, dialect);
    return { key: resultKey(operation, column, key.at, dialect), operand, column, isNullable: true };
  }
}

/** Decode a row of such a statement: `{ state: 'open', count: 3, sum: { hours: 12 } }`. */
export function decodeAggregate(
  row: Readonly<Record<string, unknown>>,
  { group, count, computed }: CheckedAggregate,
  dialect: Dialect,
): Row {
  const decoded: Row = {};
  for (const [at, column] of group.entries()) {
    const value = row[`g${at}`];
    setColumn(decoded, column.name, value === null ? null : dialect.decode(value, column as StoredColumn));
  }
  if (count) decoded.count = Number(row.n);
  for (const [at, { operation, column }] of (computed as readonly StoredComputed[]).entries()) {
    const results = (decoded[operation] ?? {}) as Row;
    setColumn(results, column.name, decodeResult(operation, row, column, at, dialect));
    decoded[operation] = results;
  }
  return decoded;
}

// --- internal ---

type StoredComputed = Computed & { readonly column: StoredColumn };

function nameOf(field: Field): string {
  return typeof field === 'string' ? field : field.name;
}

/** The columns that are read of the rows, each once. */
function inputsOf({ group, computed }: AggregateShape): Field[] {
  const fields = [...group, ...computed.map(({ field }) => field)];
  return fields.filter((field, at) => fields.findIndex((other) => nameOf(other) === nameOf(field)) === at);
}
