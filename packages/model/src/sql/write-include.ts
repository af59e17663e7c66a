import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Field, IncludeShape } from './shape.ts';
import type { ConditionWriter, Source } from './write-conditions.ts';

/** Write what reads the related records of a row, as JSON text, or their number. */
export function writeInclude(
  { related, fields, orderBy, limit, include }: IncludeShape,
  outer: Source,
  conditions: ConditionWriter,
  dialect: Dialect,
): RawBuilder<unknown> {
  const { source, from, belongs } = conditions.related(related, outer);
  const { kind } = related.relation;
  if (kind === 'count') return sql`(select count(*) from ${from} where ${belongs})`;
  const rows = {
    values: fields.map((field) => conditions.field(field, source, dialect.toJson)),
    related: include.map((one) => writeInclude(one, source, conditions, dialect)),
    from,
    where: belongs,
  };
  if (orderBy.length === 0) return dialect.rowAsJson(rows);
  const isNullable = (field: Field): boolean => typeof field !== 'string' || conditions.column(field, source).nullable;
  const list = { ...rows, orderBy: conditions.orderBy(orderBy, source, isNullable), limit };
  return kind === 'one' ? dialect.rowAsJson(list) : dialect.listAsJson(list, source.table);
}
