import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column, TableDescription } from '@rest-gen/model';
import type { Field, FieldType, ReferencedKey } from '../arguments/field-types.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { parseColumns } from './parse-columns.ts';
import { AUTH, findKey, findMigration } from './tables.ts';

/** A table `user` that a project has before `rest-gen auth`. */
export interface UserTable {
  /** Names of its columns, in lower case. */
  readonly columns: ReadonlySet<string>;
  /** No two users have the same address. */
  readonly hasUniqueEmail: boolean;
  /** Its column `password` is too short for a hash. */
  readonly isShort: boolean;
  /** Its primary key, unless that is `t.id()`. */
  readonly key: ReferencedKey | undefined;
  /** Columns that take no null, and that neither the database nor signing up fills. */
  readonly required: readonly Field[];
}

/**
 * Find the table `user` in the migrations and in the database. What one of them has counts: migrations may be pending,
 * and the table may be older than the migrations.
 *
 * @param stored - `undefined` where the database has no such table, or cannot be reached
 */
export function findUserTable(project: Project, stored: TableDescription | undefined): UserTable | undefined {
  const written = readMigrations(project);
  if (written === undefined && stored === undefined) return undefined;
  const isSet = ({ name }: Pick<Field, 'name'>): boolean => !SET.has(name.toLowerCase());
  const fields = parseColumns(project, 'user')?.filter(({ required }) => required) ?? [];
  const all = [...(stored?.columns.values() ?? [])];
  return {
    columns: new Set([...all.map(({ name }) => name.toLowerCase()), ...(written?.columns ?? [])]),
    hasUniqueEmail: stored?.unique?.includes('email') === true || written?.hasUniqueEmail === true,
    isShort: (stored?.columns.get('password')?.length ?? written?.length ?? HASH) < HASH,
    key: stored ? keyOf(stored) : findKey(project, 'user'),
    required: (stored ? all.filter((column) => isRequired(stored, column)).map(toField) : fields).filter(isSet),
  };
}

// --- internal ---

/** Signing up sets these. */
const SET: ReadonlySet<string> = new Set(['email', 'password', 'verified_at']);
/** Characters of a hash, with some to spare. */
const HASH = 128;

function keyOf({ primaryKey, columns, dialect }: TableDescription): ReferencedKey | undefined {
  const [column = 'id'] = primaryKey;
  const { type, nativeType, length } = (columns.get(column) ?? {}) as Partial<Column> & { nativeType?: string };
  if (type === 'string') {
    const isUuid = nativeType === 'uuid' || (dialect !== 'postgres' && length === 36);
    return { column, type: isUuid ? 'uuid' : 'string' };
  }
  return column === 'id' ? undefined : { column, type: 'integer' };
}

function isRequired({ primaryKey }: TableDescription, column: Column): boolean {
  const { name, nullable, hasDefault, isReadOnly, timestamp } = column;
  return !nullable && !hasDefault && isReadOnly !== true && timestamp === undefined && !primaryKey.includes(name);
}

function toField({ name, type, length }: Column): Field {
  const kind: FieldType = type === 'binary' || (type === 'string' && length === undefined) ? 'text' : type;
  const range = kind === 'string' ? { range: { max: String(length) } } : {};
  return { name, type: kind, required: true, unique: false, index: false, ...range };
}

/** Read what the migrations create and change, in their order. */
function readMigrations(
  project: Project,
): { columns: Set<string>; hasUniqueEmail: boolean; length?: number } | undefined {
  const { root, migrations } = project;
  const columns = new Set<string>();
  let hasUniqueEmail = false;
  let length: number | undefined;
  let isCreated = false;
  for (const file of migrations) {
    const path = join(root, 'migrations', file);
    if (file === findMigration(migrations, AUTH) || !statPath(path)?.isFile()) continue;
    const [up = ''] = readFileSync(path, 'utf8').split(/^.*\bdown\b/m, 1);
    for (const call of up.split(/\b(?=(?:create|alter)Table\()/)) {
      const [, step, , table] = /^(create|alter)Table\(\s*(['"`])(\w+)\2/.exec(call) ?? [];
      if (table?.toLowerCase() !== 'user') continue;
      isCreated ||= step === 'create';
      hasUniqueEmail ||= UNIQUE.test(call);
      length = Number(/\bt\.string\(\s*['"`]password['"`],\s*(\d+)\)/.exec(call)?.[1] ?? length ?? HASH);
      if (step === 'create') columns.add('id');
      for (const [, method, , name = '', to] of call.matchAll(COLUMN)) {
        if (method === 'drop' || method === 'rename') columns.delete(name.toLowerCase());
        if (method !== 'drop') columns.add((to ?? name).toLowerCase());
      }
    }
  }
  return isCreated ? { columns, hasUniqueEmail, ...(length !== undefined && { length }) } : undefined;
}

/** `t.string('email').unique()`, `t.unique(['email'])`. */
const UNIQUE = /\bt\.\w+\(\s*(['"`])email\1[^;]*\.unique\(|\bt\.unique\(\[\s*(['"`])email\2\s*\]/;
/** `t.string('title')`, `t.rename('title', 'name')`. */
const COLUMN = /\bt\.(\w+)\(\s*(['"`])(\w+)\2(?:,\s*['"`](\w+)['"`](?=\)))?/g;
