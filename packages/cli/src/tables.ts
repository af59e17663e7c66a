import { type Field, referenceStem } from './field-types.ts';

/**
 * Find the migration that creates a table, by its file name, whenever it was written. Names of tables have no case in SQLite.
 *
 * @param migrations - file names: `20260102030405_create_post.js`
 */
export function findCreation(migrations: readonly string[], table: string): string | undefined {
  return migrations.find((file) => createdTable(file)?.toLowerCase() === table.toLowerCase());
}

/**
 * The table that a `references` field points to: one named like the field or in snake case, as the migration that creates it writes it,
 * or the table of the field itself; else the name in snake case.
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

/** The tables that migrations create, by the names of their files. */
export function createdTables(migrations: readonly string[]): string[] {
  return migrations.flatMap((file) => createdTable(file) ?? []);
}

// --- internal ---

const CREATION = /^\d+_create_(\w+)\.[cm]?[jt]s$/;

function createdTable(file: string): string | undefined {
  return CREATION.exec(file)?.[1];
}
