import { type RawBuilder, sql } from 'kysely';
import type { ColumnTypeDefinition } from '../../schema/table-definition.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { checkDefault } from '../../sql/table-steps.ts';
import { encode } from './convert.ts';
import type { ExistingColumn } from './read-existing.ts';

/**
 * A default as a definition has it.
 *
 * @throws {TypeError} for one that the column cannot hold
 */
export function writeLiteral(
  value: unknown,
  column: StoredColumn | undefined,
  isUnlimited: boolean,
): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  const encoded = encode(checkDefault(value, column as StoredColumn), column as StoredColumn);
  if (typeof encoded === 'number' || typeof encoded === 'bigint') return sql.raw(String(encoded));
  if (encoded instanceof Uint8Array) return sql`(x'${sql.raw(Buffer.from(encoded).toString('hex'))}')`;
  const text = String(encoded);
  // Whether a backslash escapes is a matter of `sql_mode`; MariaDB writes `_utf8mb4 x'…'` down as text that it cannot read again.
  if (text.includes('\\')) return sql`(convert(x'${sql.raw(Buffer.from(text).toString('hex'))}' using utf8mb4))`;
  return isUnlimited ? sql`(${sql.lit(text)})` : sql.lit(text);
}

/** Types without a limit take no literal as it is. */
export function isUnlimited(type: ColumnTypeDefinition | undefined, old: ExistingColumn | undefined): boolean {
  return type === undefined ? /^\w*text\b/i.test(old?.declaration ?? '') : /^(?:text|json)$/.test(type.kind);
}
