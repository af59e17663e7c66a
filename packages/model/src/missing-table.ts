import { DataError } from './core/data-error.ts';

/**
 * The error of a missing table, with the commands that create it.
 *
 * @param table - `undefined` if the store does not name it
 */
export function missingTable(table: string | undefined, cause?: unknown): DataError {
  const message = table === undefined ? 'There is no such table' : `There is no table "${table}"`;
  return new DataError('no_table', message, { hint: tableHint(table), cause });
}

/** The commands that create a table. */
export function tableHint(table?: string | undefined): string {
  return `Run \`npx rest-gen migrate\` in the directory of the project; where no migration creates it, write one before: \`npx rest-gen migration ${migrationFor(table)}\`.`;
}

// --- internal ---

function migrationFor(table: string | undefined): string {
  if (table === 'idempotency_key') return table;
  // Any other name would need quoting, which differs between shells.
  return table !== undefined && /^[A-Za-z]\w{0,62}$/.test(table)
    ? `create_${table} title:string`
    : 'create_<table> title:string';
}
