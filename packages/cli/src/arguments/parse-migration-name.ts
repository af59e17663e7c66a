import { CliError } from '../errors.ts';
import { quote } from '../text.ts';
import { isPrototypeName } from './reserved.ts';

/** The parsed name of a migration. */
export type MigrationName =
  | { readonly form: 'create' | 'add' | 'remove' | 'record'; readonly what: string; readonly table: string }
  | { readonly form: 'idempotency' | 'plans' | 'webhooks' | 'jobs' | 'empty'; readonly what: string };

/** Tables that packages need, and the migrations that create them. */
export const OWN_TABLES: ReadonlyMap<string, 'idempotency' | 'plans' | 'webhooks' | 'jobs'> = new Map([
  ['idempotency_key', 'idempotency'],
  ['plan_token', 'plans'],
  ['webhook_delivery', 'webhooks'],
  ['scheduled_job', 'jobs'],
]);

/** Longest name, in characters. */
export const MAX_MIGRATION_NAME = 100;

/**
 * Parse the name of a migration.
 *
 * @param name - `create_post`, `add_summary_to_post`, `remove_summary_from_post`, `record_changes_of_post`, `idempotency_key`, `plan_token`, `webhook_delivery`, `scheduled_job`, or any other
 * @param tables - existing ones: `add_link_to_how_to_page` is about `how_to_page` where there is one
 * @throws {CliError} `E_NAME`
 */
export function parseMigrationName(name: string, tables: readonly string[]): MigrationName {
  checkName(name);
  const what = name.replaceAll('-', '_');
  const own = what.toLowerCase().replace(/^create_/, '');
  const ownForm = OWN_TABLES.get(own);
  if (ownForm !== undefined) return { form: ownForm, what: `create_${own}` };
  for (const [form, beginning, middle] of FORMS) {
    const table = tableOf(what, beginning, middle, tables);
    if (table === undefined) continue;
    if (isPrototypeName(table))
      throw refuse(name, `is about ${table}, a property of every object`, 'Choose another word.');
    return { form, what, table };
  }
  return { form: 'empty', what };
}

// --- internal ---

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const FORMS = [
  ['create', 'create_', ''],
  ['add', 'add_', '_to_'],
  ['remove', 'remove_', '_from_'],
  ['record', 'record_changes_of_', ''],
] as const;

function checkName(name: string): void {
  if (!NAME.test(name)) {
    const rule = 'Use letters, digits, "_" and "-", beginning with a letter: add_summary_to_post.';
    throw refuse(name, 'is not valid for a file', rule);
  }
  if (name.length > MAX_MIGRATION_NAME) {
    throw refuse(name, `has ${name.length} characters`, `Use at most ${MAX_MIGRATION_NAME}.`);
  }
}

/** The table after the middle: a known one, or else the shortest name. */
function tableOf(what: string, beginning: string, middle: string, known: readonly string[]): string | undefined {
  if (!what.startsWith(beginning)) return undefined;
  const rest = what.slice(beginning.length);
  if (middle === '') return rest === '' ? undefined : rest;
  const parts = rest.split(middle);
  const tables = parts
    .slice(1)
    .map((_, index) => parts.slice(index + 1).join(middle))
    .filter(Boolean);
  const names = new Set(known.map((table) => table.toLowerCase()));
  return tables.find((table) => names.has(table.toLowerCase())) ?? tables.at(-1);
}

function refuse(name: string, fault: string, fix: string): CliError {
  return new CliError('E_NAME', `The migration name ${quote(name)} ${fault}.`, fix);
}
