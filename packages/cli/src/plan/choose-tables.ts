import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretName, nearest } from '@rest-gen/logic/common';
import type { Column, TableDescription } from '@rest-gen/model';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { quote } from '../text.ts';
import { BASELINE } from './tables.ts';

/** What `migrate --pull` was asked for: names of tables, with `*` for any text. */
export interface TableRequest {
  /** All tables when empty. */
  readonly names: readonly string[];
  readonly except: readonly string[];
}

/** A table that gets no controller. */
export interface ClosedTable {
  readonly name: string;
  readonly reason: string;
}

/**
 * Choose the tables that get a controller. What looks like a secret, links two other tables, or was made by the project itself, has to be named.
 *
 * @throws {CliError} `E_USAGE` for a name that no table has
 */
export function chooseTables(
  project: Project,
  tables: readonly TableDescription[],
  links: LinkTables,
  { names, except }: TableRequest,
): { readonly open: TableDescription[]; readonly closed: ClosedTable[] } {
  const [wanted, excluded] = [names, except].map((patterns) =>
    patterns.map((pattern) => checkPattern(pattern, tables)),
  ) as [RegExp[], RegExp[]];
  const created = createdBy(
    project,
    project.migrations.find((file) => BASELINE.test(file)),
  );
  const open: TableDescription[] = [];
  const closed: ClosedTable[] = [];
  for (const table of tables) {
    const { name } = table;
    const isWanted = wanted.length === 0 || wanted.some((pattern) => pattern.test(name));
    if (!isWanted || excluded.some((pattern) => pattern.test(name))) continue;
    const isOpened = names.includes(name) || hasController(project, name);
    const reason = isOpened ? undefined : reasonAgainst(table, links.has(name), created.get(name));
    if (reason === undefined) open.push(table);
    else closed.push({ name, reason });
  }
  return { open, closed };
}

/** Tables that do nothing but connect two others, with the tables that they connect by their columns. */
export type LinkTables = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Find the tables that connect two others; one that others refer to is more than that. */
export function findLinks(tables: readonly TableDescription[]): LinkTables {
  const referred = new Set(tables.flatMap(({ foreignKeys = [] }) => foreignKeys.map(({ table }) => table)));
  return new Map(
    tables.flatMap((table) => {
      const ends = referred.has(table.name) ? undefined : endsOf(table);
      return ends === undefined ? [] : [[table.name, ends] as const];
    }),
  );
}

/** Whether the name of a column says that its values are secrets; numbers and times are none, and neither are the bytes of a `token`. */
export function isSecretColumn({ name, type }: Column): boolean {
  if (type === 'binary') return isSecretName(name) && name.toLowerCase() !== 'token';
  return (type === 'string' || type === 'json') && isSecretName(name);
}

export function hasController({ root, language }: Project, table: string): boolean {
  return statPath(join(root, `src/controller/${table}.${language}`)) !== undefined;
}

/**
 * The migration that creates each table.
 *
 * @param except - a file whose tables do not count
 */
export function createdBy({ root, migrations }: Project, except?: string): Map<string, string> {
  const created = new Map<string, string>();
  for (const file of migrations) {
    const path = join(root, 'migrations', file);
    if (file === except || !statPath(path)?.isFile()) continue;
    for (const [, , table = ''] of readFileSync(path, 'utf8').matchAll(CREATE))
      created.set(table.replace(/\\(.)/g, '$1'), file);
  }
  return created;
}

// --- internal ---

/** The name of a table as a literal, which may have quotes in it: `'it\'s'`. */
const CREATE = /\bcreateTable\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1/g;

/** The tables that a table refers to by its columns, if it consists of two references. */
function endsOf({ primaryKey, columns, foreignKeys = [] }: TableDescription): ReadonlyMap<string, string> | undefined {
  const ends = new Map(
    foreignKeys.flatMap(({ column, table }) => (typeof column === 'string' ? [[column, table] as const] : [])),
  );
  const isRest = ({ name, type, hasDefault }: Column): boolean =>
    primaryKey.includes(name) || ends.has(name) || (type === 'datetime' && hasDefault);
  return ends.size === 2 && foreignKeys.length === 2 && [...columns.values()].every(isRest) ? ends : undefined;
}

function reasonAgainst(
  { name, columns }: TableDescription,
  isLink: boolean,
  migration: string | undefined,
): string | undefined {
  if (isSecretName(name) || /session/i.test(name)) return 'its name is that of a table with secrets';
  const secrets = [...columns.values()].filter(isSecretColumn).map((column) => column.name);
  if (secrets.length > 0)
    return `${secrets.length === 1 ? 'the column' : 'columns'} ${secrets.join(', ')} may hold secrets`;
  if (isLink) return 'it links two other tables, and relations read and write it';
  return migration === undefined ? undefined : `migrations/${migration} made it, without a controller`;
}

/** @throws {CliError} `E_USAGE` */
function checkPattern(pattern: string, tables: readonly TableDescription[]): RegExp {
  const names = tables.map(({ name }) => name);
  const source = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${source.join('.*')}$`);
  if (names.some((name) => expression.test(name))) return expression;
  const meant = nearest(pattern, names);
  const fix = meant === undefined ? 'Name tables of the database, with * for any text.' : `Did you mean ${meant}?`;
  throw new CliError('E_USAGE', `No table of the database has the name ${quote(pattern)}.`, fix);
}
