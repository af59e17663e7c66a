import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnDefinition, ForeignKeyDefinition, IndexDefinition } from '../schema/table-definition.ts';

/** The name of an index by its columns. */
export function indexName(table: string, index: IndexDefinition | string): string {
  return typeof index === 'string' ? index : nameOf(table, index.columns, index.isUnique ? 'unique' : 'index');
}

/** `references post (id) on delete cascade` */
export function writeReference({
  table,
  column,
  onDelete,
}: NonNullable<ColumnDefinition['reference']>): RawBuilder<unknown> {
  return sql`references ${sql.id(table)} (${sql.id(column)}) on delete ${sql.raw(onDelete)}`;
}

/** `foreign key (order_id, line) references line (order_id, no) on delete cascade` */
export function writeForeignKey({ columns, table, keys, onDelete }: ForeignKeyDefinition): RawBuilder<unknown> {
  return sql`foreign key (${writeIds(columns)}) references ${sql.id(table)} (${writeIds(keys)}) on delete ${sql.raw(onDelete)}`;
}

/** `<table>_<columns>_<kind>`; shortened where that is too long, so that names that differ behind the cut stay different. */
export function nameOf(table: string, columns: readonly string[], kind: 'unique' | 'index' | 'foreign'): string {
  const name = `${table}_${columns.join('_')}_${kind}`;
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
  // A character that is cut in half becomes U+FFFD, of three bytes.
  return `${Buffer.from(name)
    .subarray(0, LONGEST_NAME - 13)
    .toString()}_${hash}`;
}

/** `order_id, line` */
export function writeIds(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.id(name)));
}

// --- internal ---

/** Bytes; PostgreSQL cuts longer names off without a word, MySQL refuses 65 characters. */
const LONGEST_NAME = 63;
