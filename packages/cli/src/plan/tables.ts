import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, type ReferencedKey, referenceStem } from '../arguments/field-types.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';

/** The file of the migration with the tables that a database had when it was pulled. */
export const BASELINE: RegExp = /^\d+_baseline\.[cm]?[jt]s$/;

/** The migration of `rest-gen auth`, without its time, and the tables that it creates. */
export const AUTH = 'create_auth';
export const AUTH_TABLES: readonly string[] = ['user', 'token', 'attempt'];

/**
 * Find a migration by its name, without its timestamp and in any case.
 *
 * @param migrations - file names: `20260102030405_create_post.js`
 */
export function findMigration(migrations: readonly string[], name: string): string | undefined {
  return migrations.find((file) => nameOf(file)?.toLowerCase() === name.toLowerCase());
}

/** Find the migration that creates a table. Table names are case-insensitive in SQLite. */
export function findCreation(migrations: readonly string[], table: string): string | undefined {
  const isOfAuth = AUTH_TABLES.includes(table.toLowerCase());
  return findMigration(migrations, `create_${table}`) ?? (isOfAuth ? findMigration(migrations, AUTH) : undefined);
}

/** The part of a migration that creates a table; `undefined` where all of it is about others. */
export function creationText(text: string, table: string): string | undefined {
  const calls = text.split(CALL);
  const isOfTable = (call: string): boolean => CREATED.exec(call)?.[2]?.toLowerCase() === table.toLowerCase();
  return calls.find(isOfTable) ?? (calls.length > 1 ? undefined : text);
}

/**
 * The table of a `references` field: an existing one named like the field or in snake case, as its migration spells it,
 * or the table of the field itself; else the name in snake case.
 *
 * @param own - the table that the field is in
 */
export function referredTable(field: Field, migrations: readonly string[], own: string): string | undefined {
  if (field.table === undefined) return undefined;
  const known = [own, ...createdTables(migrations)];
  for (const name of field.hasTable ? [field.table] : [referenceStem(field.name), field.table]) {
    const found = known.find((table) => table.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
  }
  return field.table;
}

/** The tables that migrations create, according to their file names. */
export function createdTables(migrations: readonly string[]): string[] {
  return migrations.flatMap((file) => {
    const name = nameOf(file) ?? '';
    return name === AUTH ? AUTH_TABLES : (/^create_(\w+)$/.exec(name)?.[1] ?? []);
  });
}

/** Complete a `references` field: with its table, and the primary key in the migration of that table. */
export function resolveReference(project: Project, field: Field, own: string): Field {
  const table = referredTable(field, project.migrations, own);
  if (table === undefined || field.key !== undefined) return field;
  const key = findKey(project, table);
  return { ...field, table, ...(key && { key }) };
}

/**
 * Find the primary key in the migration that creates a table; `undefined` for `t.id()`, and without such a migration.
 */
export function findKey({ root, migrations }: Project, table: string): ReferencedKey | undefined {
  const file = findCreation(migrations, table);
  const path = join(root, 'migrations', file ?? '');
  const text = file !== undefined && statPath(path)?.isFile() ? readFileSync(path, 'utf8') : '';
  const [, type, , column] = KEY.exec(creationText(text, table) ?? '') ?? [];
  if (type === undefined || column === undefined) return undefined;
  return { column, type: type as ReferencedKey['type'] };
}

// --- internal ---

/** The beginning of a line with a step of a migration. */
const CALL = /^(?=.*\b(?:createTable|alterTable|dropTable|backfill|raw)\()/m;
const CREATED = /\bcreateTable\(\s*(['"`])(\w+)\1/;

/** `t.uuid('id').primary();` */
const KEY = /\bt\.(integer|bigint|string|uuid)\((['"`])(\w+)\2[^;]*\.primary\(\)/;

function nameOf(file: string): string | undefined {
  return /^\d+_(\w+)\.[cm]?[jt]s$/.exec(file)?.[1];
}
