import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '../arguments/field-types.ts';
import type { Project } from '../project/project.ts';
import { findCreation, referredTable } from './tables.ts';

/**
 * Describe where the migrations of a project do not match the fields of a table, as notes for the user.
 *
 * An existing migration is never changed, so fields may be missing in it and in those that alter the table. A field may
 * also refer to a table that no migration creates, or a later one.
 */
export function tableNotes(project: Project, table: string, fields: readonly Field[]): string[] {
  const references = referenceNotes(project, table, fields);
  const file = findCreation(project.migrations, table);
  if (file === undefined) return references;
  const ofTable = textsOf(project, table);
  const missing = fields.filter(({ name }) => !ofTable.some(([, text]) => names(text, WORD, name)));
  if (missing.length === 0) return references;
  const list = missing.map(({ name }) => name).join(', ');
  return [`The table ${table} has a migration already. Create another one for: ${list}.`, ...references];
}

/** Name referenced tables that no migration creates, or a later one. */
export function referenceNotes(project: Project, own: string, fields: readonly Field[]): string[] {
  const { migrations } = project;
  const ofTable = textsOf(project, own);
  const notes: string[] = [];
  for (const field of fields) {
    const table = referredTable(field, migrations, own);
    if (table === undefined || isSame(table, own)) continue;
    const creation = findCreation(migrations, table);
    // The one that adds the column; without one, that is about to be written, after all others.
    const file = ofTable.find(([, text]) => names(text, WORD, field.name))?.[0];
    if (creation !== undefined && file !== undefined && creation > file) {
      const later = `The table ${table}, which ${field.name} refers to, is created after ${own}`;
      notes.push(`${later}: give its migration an earlier timestamp, unless it is already applied.`);
    } else if (!isCreated(project, table)) {
      notes.push(`No migration creates the table ${table}, which ${field.name} refers to.`);
    }
  }
  return notes;
}

/** Every name in the migrations of a table; `undefined` where none creates it. */
export function tableWords(project: Project, table: string): string[] | undefined {
  const file = findCreation(project.migrations, table);
  if (file === undefined) return undefined;
  const ofTable = textsOf(project, table);
  return ['id', ...ofTable.flatMap(([, text]) => [...text.matchAll(WORD)].map(([, , word = '']) => word))];
}

/** Whether a migration creates a table, by its file name or its text. */
export function isCreated(project: Project, table: string): boolean {
  if (findCreation(project.migrations, table) !== undefined) return true;
  return [...readTexts(project).values()].some((text) => names(text, CREATE, table));
}

// --- internal ---

const WORD = /(['"`])(\w+)\1/g;
const CREATE = /createTable\(\s*(['"`])(\w+)\1/g;
const ALTER = /alterTable\(\s*(['"`])(\w+)\1/g;

/** The migrations that create or alter a table, by name, in the order in which they run. */
function textsOf(project: Project, table: string): [name: string, text: string][] {
  const file = findCreation(project.migrations, table);
  return [...readTexts(project)].filter(([name, text]) => name === file || names(text, ALTER, table));
}

function readTexts({ root, migrations }: Project): Map<string, string> {
  return new Map(migrations.map((migration) => [migration, readText(join(root, 'migrations', migration))]));
}

/** Whether the second group of a pattern matches a name in a text. */
function names(text: string, pattern: RegExp, name: string): boolean {
  return [...text.matchAll(pattern)].some(([, , word = '']) => isSame(word, name));
}

/** Tables and columns are case-insensitive in SQLite. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** `rest-gen migrate` reports migrations that cannot be loaded. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
