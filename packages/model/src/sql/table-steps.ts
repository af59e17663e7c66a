import { type RawBuilder, sql } from 'kysely';
import { readValue } from '../core/read-value.ts';
import {
  type ColumnDefinition,
  type ColumnKind,
  type ColumnTypeDefinition,
  columnType,
  type Fallback,
  type IndexDefinition,
  type NewColumn,
} from '../schema/table-definition.ts';
import type { Dialect } from './dialect.ts';
import type { ChangeTriggers } from './record-changes.ts';
import type { SchemaSession } from './schema-session.ts';
import type { TableSteps } from './sql-schema.ts';
import type { StoredColumn } from './stored-table.ts';
import { indexName, writeForeignKey, writeIds, writeReference } from './table-keys.ts';

/** A change of a column, with its parts in SQL. */
export interface ColumnChange {
  readonly name: string;
  readonly type: ColumnTypeDefinition | undefined;
  readonly isRequired: boolean | undefined;
  readonly declaredType: RawBuilder<unknown> | undefined;
  /** The check of an `enum`. */
  readonly check: RawBuilder<unknown> | undefined;
  readonly fallback: RawBuilder<unknown> | 'none' | undefined;
}

/** Tables in databases where one statement makes one change. */
export function createTableSteps(dialect: Dialect, own: TableDialect): TableSteps {
  const addIndexes = async (session: SchemaSession, table: string, indexes: readonly IndexDefinition[]) => {
    const withNulls = indexes.length === 0 ? [] : ((await own.columnsWithNulls?.(session, table)) ?? []);
    for (const index of indexes) await session.run(createIndex(table, index, withNulls));
  };
  const describe = (column: NewColumn) => describeColumn(dialect, own, column);
  return {
    changes: own.changes,
    create: async (session, name, { columns, indexes, primaryKey, foreignKeys }) => {
      const key = primaryKey.length === 0 ? [] : [sql`primary key (${writeIds(primaryKey)})`];
      const parts = [...columns.map(describe), ...key, ...foreignKeys.map(writeForeignKey)];
      await session.run(sql`create table ${sql.id(name)} (${sql.join(parts)})`);
      await addIndexes(session, name, indexes);
    },
    alter: async (
      session,
      name,
      { columns, changed, indexes, primaryKey, foreignKeys, dropped, renamed, droppedIndexes },
    ) => {
      if (primaryKey.length > 0) throw new TypeError('A primary key is declared in createTable');
      const [unable] = own.addsForeignKeys ? [] : foreignKeys;
      if (unable !== undefined)
        throw new TypeError(`SQLite adds the foreign key to "${unable.table}" only in createTable`);
      const alter = (part: RawBuilder<unknown>): Promise<void> => session.run(sql`alter table ${sql.id(name)} ${part}`);
      for (const index of droppedIndexes) await session.run(sql`drop index ${sql.id(indexName(name, index))}`);
      for (const column of columns) await alter(sql`add column ${describe(column)}`);
      for (const change of changed)
        await own.changeColumn(session, name, await readChange(dialect, own, session, name, change));
      for (const [from, to] of renamed) await alter(sql`rename column ${sql.id(from)} to ${sql.id(to)}`);
      for (const column of dropped) {
        await own.freeColumn?.(session, name, column);
        await alter(sql`drop column ${sql.id(column)}`);
      }
      for (const key of foreignKeys) await alter(sql`add ${writeForeignKey(key)}`);
      await addIndexes(session, name, indexes);
    },
  };
}

/** The type to declare: `decimal($precision, $scale)` with the details of the column. */
export function writeType(
  types: Readonly<Record<ColumnKind, string>>,
  type: ColumnTypeDefinition,
): RawBuilder<unknown> {
  return sql.raw(
    types[type.kind].replace(/\$(length|precision|scale)/g, (_, name: 'length' | 'precision' | 'scale') =>
      String(type[name]),
    ),
  );
}

/** A default in the form of its column. @throws {TypeError} for one that the column cannot hold */
export function checkDefault(value: unknown, column: StoredColumn): unknown {
  const read = readValue(value, column);
  const isValid = column.values === undefined || column.values.includes(read as string);
  if (read === undefined || !isValid)
    throw new TypeError(`The default of "${column.name}" is not a valid ${column.type}`);
  return read;
}

/** A column of a type, as a description has it. */
export function storedColumn(name: string, { kind, precision, scale, values }: ColumnTypeDefinition): StoredColumn {
  const type = columnType(kind);
  const size = type === 'decimal' ? { precision, scale } : {};
  return { name, type, nullable: true, hasDefault: true, ...size, ...(values && { values }) };
}

// --- internal ---

/** What SQLite and PostgreSQL do in their own way. */
interface TableDialect {
  /** What makes a key count up, after `primary key`. */
  readonly counter: RawBuilder<unknown>;
  /** The only kind of key that counts up, where there is only one. */
  readonly countedKind?: ColumnKind;
  /** Whether a table that exists takes foreign keys of columns that it has. */
  readonly addsForeignKeys: boolean;
  /** How it records changes. */
  readonly changes: ChangeTriggers;
  /** The literal of bytes, from their hexadecimal digits. */
  bytes(hex: string): RawBuilder<unknown>;
  changeColumn(session: SchemaSession, table: string, change: ColumnChange): Promise<void>;
  /** Drop what prevents a column from being dropped. */
  freeColumn?(session: SchemaSession, table: string, column: string): Promise<void>;
  /** The columns of a table whose nulls an index has to be told to put first, as our order does; none by default. */
  columnsWithNulls?(session: SchemaSession, table: string): Promise<readonly string[]>;
}

/** `"status" in ('draft', 'live')` */
function enumCondition(name: string, values: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.id(name)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
}

function describeColumn(dialect: Dialect, own: TableDialect, column: NewColumn): RawBuilder<unknown> {
  const { name, type, fallback, reference } = column;
  const kind = (column.isCounted && own.countedKind) || type.kind;
  const parts = [sql`${sql.id(name)} ${dialect.columnType({ ...type, kind })}`];
  if (fallback !== undefined && fallback !== 'none')
    parts.push(sql`default ${defaultOf(dialect, own, fallback, storedColumn(name, type))}`);
  if (column.isRequired) parts.push(sql`not null`);
  if (column.isPrimary) parts.push(sql`primary key`);
  if (column.isCounted) parts.push(own.counter);
  if (type.values !== undefined) parts.push(sql`check (${enumCondition(name, type.values)})`);
  if (reference !== undefined) parts.push(writeReference(reference));
  return sql.join(parts, sql` `);
}

async function readChange(
  dialect: Dialect,
  own: TableDialect,
  { query }: SchemaSession,
  table: string,
  { name, type, isRequired, fallback }: ColumnDefinition,
): Promise<ColumnChange> {
  const column =
    type !== undefined
      ? storedColumn(name, type)
      : typeof fallback === 'object'
        ? (await dialect.describe(query, table)).columns.get(name)
        : undefined;
  return {
    name,
    type,
    isRequired,
    declaredType: type && dialect.columnType(type),
    check: type?.values && enumCondition(name, type.values),
    fallback: fallback === undefined || fallback === 'none' ? fallback : defaultOf(dialect, own, fallback, column),
  };
}

function defaultOf(
  dialect: Dialect,
  own: TableDialect,
  fallback: Fallback,
  column: StoredColumn | undefined,
): RawBuilder<unknown> {
  if (fallback === 'now') return dialect.now;
  if (fallback.value === null || column === undefined) return sql.lit(fallback.value);
  const value = checkDefault(fallback.value, column);
  dialect.check?.(value, column, true);
  const encoded = dialect.encode(value, column);
  if (encoded instanceof Uint8Array) return own.bytes(Buffer.from(encoded).toString('hex'));
  // Kysely has no literal for bigints; SQL accepts their digits.
  return typeof encoded === 'bigint' ? sql.raw(String(encoded)) : sql.lit(encoded);
}

// Unique constraints are indexes too: SQLite can add an index to a table that exists, but no constraint.
function createIndex(table: string, index: IndexDefinition, withNulls: readonly string[]): RawBuilder<unknown> {
  const fields = index.columns.map((column) =>
    withNulls.includes(column) ? sql`${sql.id(column)} nulls first` : sql.id(column),
  );
  const condition = index.whereNull === undefined ? sql`` : sql` where ${sql.id(index.whereNull)} is null`;
  return sql`create ${index.isUnique ? sql`unique index` : sql`index`} ${sql.id(indexName(table, index))}
    on ${sql.id(table)} (${sql.join(fields)})${condition}`;
}
