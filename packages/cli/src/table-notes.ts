import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from './field-types.ts';
import type { Project } from './project.ts';
import { findCreation, referredTable } from './tables.ts';

/**
 * Say where the migrations of a project and the fields of a table do not fit together, as remarks for the user.
 *
 * A migration that is there is never changed, so fields may be missing in it; and a field may refer to a table that nothing creates, or
 * that is created later.
 */
export function tableNotes(project: Project, table: string, fields: readonly Field[]): string[] {
  const file = findCreation(project.migrations, table);
  const missing = file === undefined ? [] : missingFields(fields, table, file, readTexts(project));
  const notes =
    missing.length > 0
      ? [`The table ${table} has a migration already; add a migration for: ${missing.join(', ')}.`]
      : [];
  return [...notes, ...referenceNotes(project, table, fields)];
}

/** Say which tables a table needs that no migration creates, or a later one than its own. */
export function referenceNotes(project: Project, own: string, fields: readonly Field[]): string[] {
  const { migrations } = project;
  const file = findCreation(migrations, own);
  const notes: string[] = [];
  for (const field of fields) {
    const table = referredTable(field, migrations, own);
    if (table === undefined || isSame(table, own)) continue;
    const creation = findCreation(migrations, table);
    if (creation !== undefined && file !== undefined && creation > file) {
      const later = `The table ${table} that ${field.name} refers to is created later than ${own}`;
      notes.push(`${later}: give its migration an earlier time, unless it is applied already.`);
    } else if (!isCreated(project, table)) {
      notes.push(`No migration creates the table ${table} that ${field.name} refers to.`);
    }
  }
  return notes;
}

/** Whether a migration creates a table, as its name or its text says. */
export function isCreated(project: Project, table: string): boolean {
  if (findCreation(project.migrations, table) !== undefined) return true;
  return [...readTexts(project).values()].some((text) => names(text, CREATE, table));
}

// --- internal ---

const WORD = /(['"`])(\w+)\1/g;
const CREATE = /createTable\(\s*(['"`])(\w+)\1/g;
const ALTER = /alterTable\(\s*(['"`])(\w+)\1/g;

function readTexts({ root, migrations }: Project): Map<string, string> {
  return new Map(migrations.map((migration) => [migration, readText(join(root, 'migrations', migration))]));
}

/** Fields that neither the migration of their table names, nor one that alters it. */
function missingFields(
  fields: readonly Field[],
  table: string,
  file: string,
  texts: ReadonlyMap<string, string>,
): string[] {
  const ofTable = [...texts].filter(([name, text]) => name === file || names(text, ALTER, table));
  return fields.map(({ name }) => name).filter((name) => !ofTable.some(([, text]) => names(text, WORD, name)));
}

/** Whether the second group of a pattern is a name somewhere in a text. */
function names(text: string, pattern: RegExp, name: string): boolean {
  return [...text.matchAll(pattern)].some(([, , word = '']) => isSame(word, name));
}

/** Tables and columns have no case in SQLite. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A migration that cannot be read is for `rest-gen migrate` to complain about. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
