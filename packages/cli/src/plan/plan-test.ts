import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Field } from '../arguments/field-types.ts';
import { isPrototypeName } from '../arguments/reserved.ts';
import type { PlannedFile } from '../files/compare-file.ts';
import type { Project } from '../project/project.ts';
import { literal } from '../render.ts';
import { sampleOf } from './field-samples.ts';
import { parseColumns } from './parse-columns.ts';
import type { ControllerRequest } from './plan-controller.ts';
import { findKey, referredTable } from './tables.ts';
import { planUsers } from './test-users.ts';

/**
 * Plan the tests of a controller, in a project with the `test/app` of `rest-gen new`. Loads that file, and the
 * migrations of the tables that the resource refers to; writes nothing.
 *
 * @returns nothing for other projects, and for a REST controller without a model
 */
export function planTest(project: Project, request: ControllerRequest): PlannedFile[] {
  const { name, rest, action } = request;
  const signedIn = rest && request.policy?.open !== true ? request.policy : undefined;
  // A policy sets these columns, so their records have to exist.
  const ruled = [signedIn?.owner, signedIn?.tenant];
  const fields = request.fields.map((field) => (ruled.includes(field.name) ? { ...field, required: true } : field));
  const setup = readSetup(project);
  if (setup === undefined || (rest && !project.dependencies.has('@rest-gen/model'))) return [];
  const path = `test/${name.path}${action ? `-${action.name}` : ''}.test.${project.language}`;
  const parents = findParents(project, name.table, fields);
  const entries = fields.flatMap((field) => {
    const value = parents?.ids.get(field.name) ?? sampleOf(field);
    return value === undefined ? [] : [value === field.name ? value : `${field.name}: ${value}`];
  });
  // PATCH changes no reference.
  const free = fields.find(({ type }) => type !== 'references');
  const changed = free && entries.find((entry) => entry.startsWith(`${free.name}: `));
  const users = signedIn && planUsers(signedIn, fields, parents);
  const app = posix.relative(posix.dirname(path), `test/app.${project.importExtension}`);
  const values = {
    ts: project.language === 'ts',
    esm: true,
    ...runnerOf(setup),
    rest,
    url: `/${name.path}`,
    app: literal(app.startsWith('.') ? app : `./${app}`),
    name: literal(name.last),
    entries: parents === undefined ? [] : entries,
    user: users?.allowed,
    refusals: parents === undefined ? [] : (users?.refusals ?? []),
    softDelete: request.softDelete === true,
    change: changed ?? '',
    action: action && { name: action.name, entries: sampleEntries(action.fields) },
    parents: (rest && parents?.records) || [],
  };
  return [{ path, template: 'test', values, policy: 'own' }];
}

/** Read `test/app` of `rest-gen new`. @returns undefined without such a file, and for another one */
export function readSetup({ root, language }: Project): string | undefined {
  try {
    const text = readFileSync(join(root, `test/app.${language}`), 'utf8');
    return /\('\.\.\/src\/app\.[jt]s'\)/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The values of templates that say which test runner `test/app` is for. */
export function runnerOf(setup: string): { readonly vitest: boolean; readonly nodeTest: boolean } {
  return { vitest: setup.includes("from 'vitest'"), nodeTest: setup.includes("from 'node:test'") };
}

/** Entries of a body; undefined where a field refers to a record. */
export function sampleEntries(fields: readonly Field[]): string[] | undefined {
  const required = fields.filter((field) => field.required || field.table === undefined);
  const entries = required.map((field) => ({ name: field.name, sample: sampleOf(field) }));
  if (entries.some(({ sample }) => sample === undefined)) return undefined;
  return entries.map(({ name, sample }) => `${name}: ${sample}`);
}

// --- internal ---

/** A record that another one refers to. */
interface ParentRecord {
  readonly table: string;
  /** Name for its id in code: `postId`. */
  readonly variable: string;
  /** The type of its id. */
  readonly type: 'number' | 'string';
  /** Its values, as an object literal. */
  readonly values: string;
}

/**
 * Find the records that must exist before a record can be added, according to the migrations of their tables.
 *
 * @param own - the table of the resource
 * @returns records in the order in which they can be added, and the name of the id for each required reference;
 *   undefined when a migration does not exist, or is not as it was generated
 */
function findParents(project: Project, own: string, fields: readonly Field[]): Parents | undefined {
  const records = new Map<string, ParentRecord>();
  const ids = new Map<string, string>();
  for (const field of fields) {
    const table = field.required ? referredTable(field, project.migrations, own) : undefined;
    if (table === undefined) continue;
    const record = visit(project, table, records, [own]);
    if (record === undefined) return undefined;
    ids.set(field.name, record.variable);
  }
  return { records: [...records.values()], ids };
}

interface Parents {
  readonly records: readonly ParentRecord[];
  /** Field → variable: `postId` → `postId`. */
  readonly ids: ReadonlyMap<string, string>;
}

function visit(
  project: Project,
  table: string,
  records: Map<string, ParentRecord>,
  below: readonly string[],
): ParentRecord | undefined {
  const known = records.get(table);
  if (known !== undefined || below.includes(table)) return known;
  const values: string[] = [];
  const columns = parseColumns(project, table);
  if (columns === undefined) return undefined;
  for (const column of columns) {
    const { name, table: target, required } = column;
    if (!required) continue;
    if (!isIdentifier(name)) return undefined;
    const parent = target === undefined ? undefined : visit(project, target, records, [...below, table]);
    const value = parent?.variable ?? sampleOf(column);
    if (value === undefined) return undefined;
    values.push(value === name ? name : `${name}: ${value}`);
  }
  const variable = `${toCamel(table)}Id`;
  const isTaken = [...records.values()].some((other) => other.variable === variable);
  if (isTaken || !isIdentifier(variable)) return undefined;
  const key = findKey(project, table)?.type;
  const type = key === 'string' || key === 'uuid' ? ('string' as const) : ('number' as const);
  const record = { table, variable, type, values: `{ ${values.join(', ')} }`.replace('{  }', '{}') };
  records.set(table, record);
  return record;
}

/** Migrations may name tables and columns in any way; only identifiers may become code. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !isPrototypeName(name);
}

function toCamel(table: string): string {
  return table.replace(/_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
