import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Field, IncludeShape } from './shape.ts';
import type { ConditionWriter, Source } from './write-conditions.ts';

/** Write what reads the related records of a row, as JSON text, or their number. */
export function writeInclude(
  { related, fields, linked, orderBy, limit, include }: IncludeShape,
  outer: Source,
  conditions: ConditionWriter,
  dialect: Dialect,
): RawBuilder<unknown> {
  const { source, from, belongs } = conditions.related(related, outer);
  const { kind } = related.relation;
  if (kind === 'count') return sql`(select count(*) from ${from} where ${belongs})`;
  const rows = {
    values: [
      ...fields.map((field) => conditions.field(field, source, dialect.toJson)),
      ...linked.map((field) => conditions.linked(field, linked, related, source, outer, dialect.toJson)),
    ],
    related: include.map((one) => writeInclude(one, source, conditions, dialect)),
    from,
    where: belongs,
  };
  if (orderBy.length === 0) return dialect.rowAsJson(rows);
  const isNullable = (field: Field): boolean => typeof field !== 'string' || conditions.column(field, source).nullable;
  const list = { ...rows, orderBy: conditions.orderBy(orderBy, source, isNullable), limit, key: numericKey(source) };
  return kind === 'one' ? dialect.rowAsJson(list) : dialect.listAsJson(list, source.table);
}

// --- internal ---

function numericKey({ name, table }: Source): RawBuilder<unknown> | undefined {
  const { primaryKey, columns, indexes = [] } = table;
  const [key = '', ...others] = primaryKey;
  const { type, nativeType } = columns.get(key) ?? {};
  if (others.length > 0 || (type !== 'integer' && type !== 'bigint') || nativeType === 'bit') return undefined;
  // A view has no index, and may have a key twice.
  return indexes.some(([first, ...rest]) => first === key && rest.length === 0) ? sql.id(name, key) : undefined;
}
