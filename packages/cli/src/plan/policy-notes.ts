import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '@rest-gen/logic/common';
import type { Field } from '../arguments/field-types.ts';
import { tableOf } from '../arguments/parse-name.ts';
import { statPath } from '../paths.ts';
import { listControllers } from '../project/list-controllers.ts';
import { findSource, listSources, type Project } from '../project/project.ts';
import { type PolicyRequest, USER_FILE } from './plan-policy.ts';
import { isCreated, tableWords } from './table-notes.ts';
import { createdTables } from './tables.ts';

/** The tables of controllers that have no policy, sorted. A controller without a table needs none. */
export function tablesWithoutPolicy(project: Project): string[] {
  const policies = new Set(listPolicies(project));
  const tables = listControllers(project.root).flatMap((name) => {
    const table = tableOf(name);
    return policies.has(table) || !hasTable(project, name, table) ? [] : [table];
  });
  return [...new Set(tables)].sort();
}

/** The tables that the sources name: those of controllers, and those that migrations create by their names. */
export function namedTables(project: Project): string[] {
  const served = listControllers(project.root).filter((name) => hasTable(project, name, tableOf(name)));
  return [...new Set([...served.map(tableOf), ...createdTables(project.migrations)])];
}

/** The tables that have a policy. */
export function listPolicies({ root }: Project): string[] {
  const sources = listSources(join(root, 'src/policy')).filter((file) => /^[^.]+\.[cm]?[jt]s$/.test(file));
  return sources.map((file) => tableOf(file.replace(/\..*$/, '')));
}

/** Columns of a policy that neither the fields nor the migrations of its table name, and a member that `User` lacks. */
export function policyColumnNotes(
  project: Project,
  table: string,
  { owner, tenant }: PolicyRequest,
  fields: readonly Field[] = [],
): string[] {
  const words = [...fields.map(({ name }) => name), ...(tableWords(project, table) ?? [])];
  const unknown = [owner, tenant].flatMap((column) => {
    if (words.length === 0 || column === undefined || words.includes(column)) return [];
    const meant = nearest(column, words);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return [`No migration of the table ${table} names the column ${column}.${hint}`];
  });
  return tenant === undefined ? unknown : [...unknown, ...memberNotes(project, tenant)];
}

/** A field that names a user may be meant as the owner. */
export function ownerNotes({ owner }: PolicyRequest, fields: readonly Field[]): string[] {
  const field = fields.find(({ table }) => /^(?:users?|accounts?)$/i.test(table ?? ''));
  if (owner !== undefined || field === undefined) return [];
  return [`Every user may change every record. With --owner ${field.name}, only the user that a record names.`];
}

/** Tests of the table's controllers that were written before its policy, and write without a user. */
export function anonymousTestNotes({ root, language }: Project, table: string): string[] {
  const names = listControllers(root).filter((name) => tableOf(name) === table);
  const tests = names.map((name) => `test/${name}.test.${language}`).filter((file) => writesAsNobody(join(root, file)));
  return tests.map(
    (file) => `${file} sends its requests as nobody, whose writes are 401 now. Give them a user: ${AS_USER}`,
  );
}

// --- internal ---

/** As generated tests have it. */
const AS_USER =
  'express().use((req, _res, next) => { Object.assign(req, { user: { id: 1 } }); next(); }, app) in place of app.';

function writesAsNobody(file: string): boolean {
  if (!statPath(file)?.isFile()) return false;
  const text = readFileSync(file, 'utf8');
  return /\.(?:post|put|patch|delete)\(/.test(text) && !/user|authorization|cookie|token/i.test(text);
}

/** `src/user.d.ts` is the user's, and never changed. */
function memberNotes({ root, language }: Project, member: string): string[] {
  const file = join(root, USER_FILE);
  if (language !== 'ts' || !statPath(file)?.isFile()) return [];
  if (new RegExp(`\\b${member}\\b`).test(readFileSync(file, 'utf8'))) return [];
  return [`Add ${member} to the interface User in ${USER_FILE}: the policy uses it.`];
}

function hasTable(project: Project, name: string, table: string): boolean {
  const file = findSource(project.root, `src/controller/${name}`, project.language);
  if (file !== undefined && /\bextends Rest\b/.test(readFileSync(join(project.root, file), 'utf8'))) return true;
  return isCreated(project, table);
}
