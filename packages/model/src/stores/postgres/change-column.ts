import { type RawBuilder, sql } from 'kysely';
import type { SchemaSession } from '../../sql/sql-schema.ts';
import type { ColumnChange } from '../../sql/table-steps.ts';
import { enumChecks } from './describe-table.ts';

/** Change a column in one statement. Values that the new type cannot hold are an error; longer text is not cut. */
export async function changeColumn({ query, run }: SchemaSession, table: string, change: ColumnChange): Promise<void> {
  const { name, type, declaredType, check, isRequired, fallback } = change;
  const column = sql.id(name);
  const parts: RawBuilder<unknown>[] = [];
  // First: the database would have to convert it to the new type.
  if (fallback !== undefined) parts.push(sql`alter column ${column} drop default`);
  if (type !== undefined && declaredType !== undefined) {
    for (const old of await enumChecks(query, table, name)) parts.push(sql`drop constraint ${sql.id(old)}`);
    // Text that is cast to a length would be cut.
    const isText = ['string', 'text', 'enum'].includes(type.kind);
    const cast = isText ? sql`text` : type.kind === 'decimal' ? sql`numeric` : declaredType;
    parts.push(sql`alter column ${column} type ${declaredType} using cast(${column} as ${cast})`);
  }
  if (check !== undefined) parts.push(sql`add check (${check})`);
  if (isRequired !== undefined) parts.push(sql`alter column ${column} ${isRequired ? sql`set` : sql`drop`} not null`);
  if (fallback !== undefined && fallback !== 'none') parts.push(sql`alter column ${column} set default ${fallback}`);
  if (parts.length > 0) await run(sql`alter table ${sql.id(table)} ${sql.join(parts)}`);
}
