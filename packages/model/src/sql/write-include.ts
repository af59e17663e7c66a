import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Field, IncludeShape } from './shape.ts';
import type { ConditionWriter, Source } from './write-conditions.ts';

/** Write what reads the related records of a row, as JSON text, or their number. */
export function writeInclude(
  include: IncludeShape,
  outer: Source,
  conditions: ConditionWriter,
  dialect: Dialect,
): RawBuilder<unknown> {
  return sql`${writeValue(include, outer, conditions, dialect)} as ${sql.id(include.name)}`;
}

// --- internal ---

function writeValue(
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
    related: include.map((one) => writeValue(one, source, conditions, dialect)),
    from,
    where: belongs,
  };
  if (kind === 'one') return dialect.rowAsJson(rows);
  const isNullable = (field: Field): boolean => typeof field !== 'string' || conditions.column(field, source).nullable;
  const order = conditions.orderBy(orderBy, source, isNullable);
  return dialect.listAsJson({ ...rows, orderBy: order, limit }, source.table);
}
