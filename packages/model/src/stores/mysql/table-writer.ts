import { type RawBuilder, sql } from 'kysely';
import type { ColumnDefinition, IndexDefinition, NewColumn, TableDefinition } from '../../schema/table-definition.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import type { StoredColumn } from '../../sql/stored-table.ts';
import { indexName, nameOf, writeForeignKey, writeReference } from '../../sql/table-keys.ts';
import { storedColumn } from '../../sql/table-steps.ts';
import { declaredType, isLong } from './column-types.ts';
import { describeTable } from './describe-table.ts';
import { referenceOf, retyped } from './foreign-columns.ts';
import { type ExistingColumn, readColumnChecks, readExisting, readForeignKeys, readVersion } from './read-existing.ts';
import { isUnlimited, writeLiteral } from './write-literal.ts';

/** Writes the parts of one `create table` or `alter table`; what it has to know of the tables that are there is read first. */
export class TableWriter {
  readonly #table: string;
  readonly #definition: TableDefinition;
  readonly #facts: Facts;

  private constructor(table: string, definition: TableDefinition, facts: Facts) {
    this.#table = table;
    this.#definition = definition;
    this.#facts = facts;
  }

  static async open(query: SqlQuery, table: string, definition: TableDefinition): Promise<TableWriter> {
    const isMariaDb = /mariadb/i.test(await readVersion(query));
    const targets = [
      ...definition.columns.flatMap(({ reference }) => reference?.table ?? []),
      ...definition.foreignKeys.map((key) => key.table),
    ];
    const existing = new Map<string, ReadonlyMap<string, ExistingColumn>>();
    for (const name of new Set([table, ...targets])) existing.set(name, await readExisting(query, name, isMariaDb));
    const references = definition.dropped.length > 0 ? await readForeignKeys(query, table) : [];
    const droppedReferences = references
      .filter(({ column }) => definition.dropped.includes(column))
      .map(({ name }) => name);
    return new TableWriter(table, definition, {
      existing,
      droppedReferences,
      isMariaDb,
      checks: isMariaDb && definition.changed.length > 0 ? await readColumnChecks(query, table) : new Map(),
      described: definition.changed.some(isDefaultAlone) ? (await describeTable(query, table)).columns : new Map(),
    });
  }

  /** By code points, with trailing spaces significant. */
  get collation(): string {
    return this.#facts.isMariaDb ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  }

  /** The foreign keys of columns that are dropped. */
  get droppedReferences(): readonly string[] {
    return this.#facts.droppedReferences;
  }

  columns(): RawBuilder<unknown>[] {
    return [...this.#definition.columns.map((column) => this.#define(column)), ...this.#markers()];
  }

  /** MariaDB has no partial indexes: a column is null where the row does not count, and null is no duplicate. Invisible columns are not described. */
  #markers(): RawBuilder<unknown>[] {
    const existing = this.#facts.existing.get(this.#table);
    const columns = new Set(this.#definition.indexes.flatMap(({ whereNull = [] }) => whereNull));
    const missing = [...columns].filter((column) => existing?.has(markerOf(column)) !== true);
    const type = sql`tinyint as (case when`;
    return missing.map((name) => sql`${sql.id(markerOf(name))} ${type} ${sql.id(name)} is null then 1 end) invisible`);
  }

  /** Definitions of the columns that change: MySQL needs them whole. */
  changes(): RawBuilder<unknown>[] {
    return [...this.#definition.changed, ...retyped(this.#table, this.#definition, this.#facts.existing)].map(
      (change) => {
        const old = this.#facts.existing.get(this.#table)?.get(change.name);
        if (old !== undefined && !old.isGenerated) return this.#define(change, old);
        throw new TypeError(`"${change.name}" is not a column that can be changed`);
      },
    );
  }

  /** The primary key, indexes and foreign keys. */
  keys(): RawBuilder<unknown>[] {
    const { columns, indexes, primaryKey, foreignKeys } = this.#definition;
    const keys = [...columns.filter(({ isPrimary }) => isPrimary).map(({ name }) => name), ...primaryKey];
    const primary = keys.map((name) => sql.id(name));
    return [
      ...(primary.length > 0 ? [sql`primary key (${sql.join(primary)})`] : []),
      ...indexes.map((index) => this.#index(index)),
      ...columns.flatMap((column) => this.#reference(column)),
      ...foreignKeys.map((key) => {
        const constraint = sql.id(nameOf(this.#table, key.columns, 'foreign'));
        return sql`constraint ${constraint} ${writeForeignKey(key)}`;
      }),
    ];
  }

  #define(column: ColumnDefinition, old?: ExistingColumn): RawBuilder<unknown> {
    const { name, type, isRequired, fallback } = column;
    const target = referenceOf(this.#definition, name);
    const kept = (target && this.#existing(target.table, target.column)) ?? old?.declaration ?? '';
    const declared = type === undefined ? sql.raw(kept) : this.#type({ ...column, type });
    const parts = [sql`${sql.id(name)} ${declared}`];
    parts.push((isRequired ?? old?.isRequired) ? sql`not null` : sql`null`);
    if (fallback === 'now') parts.push(sql`default (utc_timestamp(3))`);
    else if (typeof fallback === 'object')
      parts.push(
        sql`default ${writeLiteral(fallback.value, type === undefined ? this.#facts.described.get(name) : storedColumn(name, type), isUnlimited(type, old))}`,
      );
    else if (fallback === undefined && old?.fallback !== undefined) parts.push(sql.raw(`default ${old.fallback}`));
    if (column.isCounted) parts.push(sql`auto_increment`);
    if (old !== undefined) parts.push(sql.raw(old.rest));
    const check = type === undefined ? this.#facts.checks.get(name) : undefined;
    if (check !== undefined) parts.push(sql.raw(`check (${check})`));
    // MariaDB stores JSON as text: this check marks the column as JSON.
    if (type?.kind === 'json') parts.push(sql`check (json_valid(${sql.id(name)}))`);
    return sql.join(parts, sql` `);
  }

  #type({ name, type, ...column }: NewColumn): RawBuilder<unknown> {
    const reference = column.reference ?? referenceOf(this.#definition, name);
    if (reference !== undefined) {
      // A foreign key needs the very type of what it refers to.
      const target = this.#existing(reference.table, reference.column);
      if (target !== undefined) return sql.raw(target);
      const own = this.#definition.columns.find((one) => one.name === reference.column);
      if (reference.table === this.#table && own !== undefined && own.name !== name) return this.#type(own);
    }
    const isText = ['string', 'text', 'json', 'enum'].includes(type.kind);
    const collated = isText ? sql.raw(` character set utf8mb4 collate ${this.collation}`) : sql``;
    return sql`${declaredType(type)}${collated}`;
  }

  #existing(table: string, column: string): string | undefined {
    return this.#facts.existing.get(table)?.get(column)?.declaration;
  }

  #index(index: IndexDefinition): RawBuilder<unknown> {
    const { columns, isUnique, whereNull } = index;
    const parts = columns.map((name) => this.#part(name, isUnique));
    if (whereNull !== undefined) parts.push(sql.id(markerOf(whereNull)));
    const name = sql.id(indexName(this.#table, index));
    return sql`${isUnique ? sql`unique key` : sql`key`} ${name} (${sql.join(parts)})`;
  }

  #part(name: string, isUnique: boolean): RawBuilder<unknown> {
    if (!this.#isLong(name)) return sql.id(name);
    if (!isUnique) return sql`${sql.id(name)}(${sql.raw(String(PREFIX))})`;
    // MariaDB keeps hashes of them.
    if (this.#facts.isMariaDb) return sql.id(name);
    throw new TypeError(`"${name}" is too long to be unique: use t.string('${name}') with a length of up to 768`);
  }

  #isLong(name: string): boolean {
    const { type } = [...this.#definition.columns, ...this.#definition.changed].find((one) => one.name === name) ?? {};
    if (type !== undefined) return isLong(type);
    const old = this.#definition.renamed.find(([, to]) => to === name)?.[0] ?? name;
    return this.#facts.existing.get(this.#table)?.get(old)?.isLong ?? false;
  }

  #reference({ name, reference }: ColumnDefinition): RawBuilder<unknown>[] {
    if (reference === undefined) return [];
    const constraint = sql.id(nameOf(this.#table, [name], 'foreign'));
    return [sql`constraint ${constraint} foreign key (${sql.id(name)}) ${writeReference(reference)}`];
  }
}

// --- internal ---

interface Facts {
  /** The columns of this table and of those that it refers to. */
  readonly existing: ReadonlyMap<string, ReadonlyMap<string, ExistingColumn>>;
  readonly droppedReferences: readonly string[];
  readonly isMariaDb: boolean;
  /** The checks of columns, by name. */
  readonly checks: ReadonlyMap<string, string>;
  readonly described: ReadonlyMap<string, StoredColumn>;
}

/** Characters of a long text that an index takes. */
const PREFIX = 191;

/** `deleted_at_is_null` */
function markerOf(column: string): string {
  return `${column}_is_null`;
}

function isDefaultAlone({ type, fallback }: ColumnDefinition): boolean {
  return type === undefined && typeof fallback === 'object';
}
