import { type RawBuilder, sql } from 'kysely';
import { bareName, type StoredDescription } from '../../sql/stored-table.ts';

/** A key that was given moves the counter on, as it does in other databases: later rows would collide with it. */
export function moveCounter(key: unknown, column: string, table: StoredDescription): RawBuilder<unknown> {
  const text = (value: string): RawBuilder<unknown> => sql`cast(${value} as text)`;
  const { schema } = table;
  const qualifier = schema === undefined ? sql`` : sql`quote_ident(${text(schema)}) || '.' || `;
  const counter = sql`pg_get_serial_sequence(${qualifier}quote_ident(${text(bareName(table))}), ${text(column)})::regclass`;
  const moved = sql`(
    select case when has_sequence_privilege(s, 'UPDATE') and has_sequence_privilege(s, 'SELECT')
      then case when ${key} > coalesce(pg_sequence_last_value(s), 0) then setval(s, ${key}) end end
    from (select ${counter} as s) as counter where s is not null)`;
  // An expression of the key: another column would become a part of the record.
  return sql`case when ${moved} is null then ${sql.id(column)} else ${sql.id(column)} end`;
}
