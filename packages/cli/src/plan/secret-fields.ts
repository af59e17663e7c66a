import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretName } from '@rest-gen/logic/common';
import type { Field } from '../arguments/field-types.ts';
import { tableOf } from '../arguments/parse-name.ts';
import { listControllers } from '../project/list-controllers.ts';
import { findSource, type Project } from '../project/project.ts';
import { parseColumns } from './parse-columns.ts';
import { tableWords } from './table-notes.ts';

/** The fields whose names say that their values are secrets: `password_hash`, `token`. Numbers and times are none. */
export function secretFields(fields: readonly Pick<Field, 'name' | 'type'>[]): string[] {
  return fields.filter(({ name, type }) => HOLDS_SECRETS.has(type) && isSecretName(name)).map(({ name }) => name);
}

/** The secrets in the migrations of a table that one of its controllers may show, or that none hides. */
export function shownSecrets(project: Project, table: string): string[] {
  const columns = parseColumns(project, table);
  const names = columns === undefined ? (tableWords(project, table) ?? []).filter(isSecretName) : secretFields(columns);
  const secrets = [...new Set(names)].filter((name) => name !== table);
  if (secrets.length === 0) return [];
  const controllers = listControllers(project.root).filter((name) => tableOf(name) === table);
  return secrets.filter(
    (secret) => controllers.length === 0 || !controllers.every((name) => hides(project, name, secret)),
  );
}

// --- internal ---

const HOLDS_SECRETS: ReadonlySet<Field['type']> = new Set(['string', 'text', 'json', 'uuid']);

/** Whether the source of a controller, or of its logic, hides a column. */
function hides(project: Project, name: string, column: string): boolean {
  const hidden = readSource(project, `src/controller/${name}`).split(/\bstatic hidden\b/)[1] ?? '';
  if (new RegExp(`(['"])${column}\\1`).test(hidden.split(';', 1)[0] as string)) return true;
  const lines = readSource(project, `src/logic/${name}`).split('\n');
  return lines.some((line) => line.trim().startsWith(`${column}: {`) && /\b(?:secret|writeOnly): true\b/.test(line));
}

function readSource({ root, language }: Project, stem: string): string {
  const file = findSource(root, stem, language);
  return file === undefined ? '' : readFileSync(join(root, file), 'utf8');
}
