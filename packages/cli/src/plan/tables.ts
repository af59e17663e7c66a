import { type Field, referenceStem } from '../arguments/field-types.ts';

/**
 * Find the migration that creates a table, by its file name. Table names are case-insensitive in SQLite.
 *
 * @param migrations - file names: `20260102030405_create_post.js`
 */
export function findCreation(migrations: readonly string[], table: string): string | undefined {
  return migrations.find((file) => createdTable(file)?.toLowerCase() === table.toLowerCase());
}

/**
 * The table of a `references` field: an existing one named like the field or in snake case, as its migration spells it, or the table of
 * the field itself; else the name in snake case.
 *
 * @param own - the table that the field is in
 */
export function referredTable(field: Field, migrations: readonly string[], own: string): string | undefined {
  if (field.table === undefined) return undefined;
  const known = [own, ...createdTables(migrations)];
  for (const name of [referenceStem(field.name), field.table]) {
    const found = known.find((table) => table.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
  }
  return field.table;
}

/** The tables that migrations create, according to their file names. */
export function createdTables(migrations: readonly string[]): string[] {
  return migrations.flatMap((file) => createdTable(file) ?? []);
}

// --- internal ---

const CREATION = /^\d+_create_(\w+)\.[cm]?[jt]s$/;

function createdTable(file: string): string | undefined {
  return CREATION.exec(file)?.[1];
}
