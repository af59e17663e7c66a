import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Field, typeRow } from '../arguments/field-types.ts';
import type { PlannedFile } from '../files/compare-file.ts';
import type { Project } from '../project/project.ts';
import { literal } from '../render.ts';
import { findParents } from './parent-records.ts';
import type { ControllerRequest } from './plan-controller.ts';

/**
 * Plan the tests of a controller, in a project with the `test/app` of `rest-gen new`. Loads that file, and the migrations of the tables
 * that the resource refers to; writes nothing.
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
  if (!setup?.includes("('../src/app.js')") || (rest && !project.dependencies.has('@rest-gen/model'))) return [];
  const path = `test/${name.path}${action ? `-${action.name}` : ''}.test.${project.language}`;
  const parents = findParents(project, name.table, fields);
  const entries = fields.flatMap((field) => {
    const value = parents?.ids.get(field.name) ?? typeRow(field.type).sample;
    return value === undefined ? [] : [value === field.name ? value : `${field.name}: ${value}`];
  });
  // PATCH changes no reference.
  const free = fields.find(({ type }) => type !== 'references');
  const changed = free && entries.find((entry) => entry.startsWith(`${free.name}: `));
  const sampleOf = (column: string) => {
    const field = fields.find((one) => one.name === column);
    return parents?.ids.get(column) ?? (field && typeRow(field.type).sample) ?? '1';
  };
  const { owner, tenant } = signedIn ?? {};
  const user = [
    `id: ${owner === undefined ? '1' : sampleOf(owner)}`,
    ...(tenant === undefined ? [] : [`${tenant}: ${sampleOf(tenant)}`]),
  ];
  const app = posix.relative(posix.dirname(path), 'test/app.js');
  const values = {
    ts: project.language === 'ts',
    esm: true,
    vitest: setup.includes("from 'vitest'"),
    rest,
    url: `/${name.path}`,
    app: literal(app.startsWith('.') ? app : `./${app}`),
    name: literal(name.last),
    entries: parents === undefined ? [] : entries,
    user: signedIn && `{ ${user.join(', ')} }`,
    softDelete: request.softDelete === true,
    change: changed ?? '',
    action: action && { name: action.name, entries: sampleEntries(action.fields) },
    parents: (rest && parents?.records) || [],
  };
  return [{ path, template: 'test', values, policy: 'own' }];
}

// --- internal ---

/** Entries of a body; undefined where a field refers to a record. */
function sampleEntries(fields: readonly Field[]): string[] | undefined {
  const required = fields.filter((field) => field.required || field.table === undefined);
  const entries = required.map(({ name, type }) => ({ name, sample: typeRow(type).sample }));
  if (entries.some(({ sample }) => sample === undefined)) return undefined;
  return entries.map(({ name, sample }) => `${name}: ${sample}`);
}

function readSetup({ root, language }: Project): string | undefined {
  try {
    return readFileSync(join(root, `test/app.${language}`), 'utf8');
  } catch {
    return undefined;
  }
}
