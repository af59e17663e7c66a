import type { Argv } from 'yargs';
import type { Field } from '../arguments/field-types.ts';
import { parseFields } from '../arguments/parse-fields.ts';
import { type MigrationName, parseMigrationName } from '../arguments/parse-migration-name.ts';
import { CliError } from '../errors.ts';
import { comparePlanned } from '../files/compare-file.ts';
import { allowsNull } from '../plan/field-lines.ts';
import { planMigration } from '../plan/plan-migration.ts';
import { isCreated, referenceNotes, tableNotes } from '../plan/table-notes.ts';
import { createdTables } from '../plan/tables.ts';
import { openProject, type Project } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { quote } from '../text.ts';
import { type Arguments, type Context, examples, FIELDS, writeOutcome } from './command.ts';

/** `rest-gen migration <name> [field:type…]`: write a migration. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('name', {
      type: 'string',
      describe:
        'create_<table>, add_<what>_to_<table>, remove_<what>_from_<table>, record_changes_of_<table>, idempotency_key, plan_token, webhook_delivery, scheduled_job, or any other',
    })
    .positional('field', FIELDS)
    .epilogue(
      examples([
        ["$0 migration create_tag 'name:string!:unique'", 'A table with its columns'],
        ['$0 migration add_summary_to_post summary:text', 'Add a column; --down drops it'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const name = parseMigrationName(String(args.name), createdTables(project.migrations));
  const fields = parseFields(args.field as readonly string[]);
  checkFields(name, fields);
  const files = comparePlanned(project, [planMigration(project, name, fields, io.now?.() ?? new Date())]);
  const isNew = files.some(({ status }) => status === 'create');
  const notes = [
    ...rootNotes(project.root, cwd),
    ...(isNew || name.form === 'create' ? notesOf(project, name, fields) : []),
  ];
  return writeOutcome(files, args, {
    json: { command: 'migration', name: name.what, root: project.root },
    notes,
    paint,
  });
}

// --- internal ---

function checkFields(name: MigrationName, fields: readonly Field[]): void {
  const [first] = fields;
  if (first === undefined || ('table' in name && name.form !== 'record')) return;
  throw new CliError(
    'E_USAGE',
    name.form === 'idempotency'
      ? 'The table for Idempotency-Key has its own columns.'
      : `The name ${quote(name.what)} does not say what to do with the field ${first.name}.`,
    'Only create_<table>, add_<what>_to_<table> and remove_<what>_from_<table> take fields.',
  );
}

function notesOf(project: Project, name: MigrationName, fields: readonly Field[]): string[] {
  const notes: string[] = [];
  if (!('table' in name)) {
    if (name.form === 'empty') notes.push('The migration is empty: write its steps.');
  } else if (name.form === 'create') {
    notes.push(...tableNotes(project, name.table, fields));
  } else {
    if (fields.length === 0 && name.form !== 'record')
      notes.push('No fields were given, so the migration is empty: write its steps.');
    if (!isCreated(project, name.table)) notes.push(`No migration creates the table ${name.table}.`);
    const loose = fields.filter(allowsNull).map((field) => field.name);
    if (loose.length > 0)
      notes.push(`These columns allow null, because existing rows have no value: ${loose.join(', ')}.`);
    notes.push(...referenceNotes(project, name.table, fields));
  }
  if (!project.dependencies.has('@rest-gen/model')) notes.push('Required to run it: npm install @rest-gen/model');
  return notes;
}
