import { resolve } from 'node:path';
import { addedColumn } from '../columns.ts';
import { comparePlanned, ownTemplateNotes, writeCompared } from '../compare-planned.ts';
import { CliError, EXIT } from '../errors.ts';
import { readFields } from '../field.ts';
import { FIELD_TYPES, type Field } from '../field-types.ts';
import { untilUnchanged } from '../lock.ts';
import { type MigrationName, readMigrationName } from '../migration-name.ts';
import { requirePackage } from '../open-project.ts';
import { planMigration } from '../plan-migration.ts';
import { type Project, readProject } from '../project.ts';
import { quote } from '../quote.ts';
import type { Arguments } from '../read-arguments.ts';
import { fileLines, fileObjects, type Outcome, rootNotes } from '../report.ts';
import { isCreated, referenceNotes, tableNotes } from '../table-notes.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen migration <name> [field:type…]`: write a migration. */
export const migrationCommand: Command = {
  usage: 'migration <name> [field..]',
  summary: 'Write a migration; `migrate` applies it',
  positionals: {
    name: {
      describe: 'create_<table>, add_<what>_to_<table>, remove_<what>_from_<table>, idempotency_key, or any other',
    },
    field: {
      describe: `name:type, "!" for required: ${FIELD_TYPES.join(' ')}; then :unique or :index`,
      values: 'fields',
    },
  },
  options: {},
  examples: [
    ["migration create_post 'title:string!' body:text", 'A table with its columns'],
    ['migration add_summary_to_post summary:text', 'A column more; --down drops it again'],
    ['migration remove_summary_from_post summary:text', 'A column less; --down brings it back, empty'],
    ['migration idempotency_key', 'The table that Idempotency-Key needs'],
    ['migration fill_summary', 'An empty one, for steps of your own'],
  ],
  run: (args, context) => untilUnchanged(() => run(args, context)),
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const cwd = resolve(io.cwd, String(args.cwd ?? '.'));
  const project = readProject(cwd);
  const name = readMigrationName(String(args.name), project.migrations);
  const fields = readFields(args.field as readonly string[]);
  checkFields(name, fields);
  requirePackage(project);
  const planned = [planMigration(project, name, fields, io.now?.() ?? new Date())];
  const files = await comparePlanned(project, planned);
  const blocked = files.find(({ status }) => status === 'conflict');
  const error =
    blocked &&
    new CliError('E_CONFLICT', `Nothing was written, because ${blocked.reason}.`, 'Remove what is in the way.');
  const isDry = args['dry-run'] === true;
  const written = !isDry && !error && (await writeCompared(project.root, files));
  return {
    exitCode: error?.exitCode ?? EXIT.done,
    text: fileLines(files, paint),
    json: {
      command: 'migration',
      name: name.what,
      root: project.root,
      dryRun: isDry,
      written,
      files: fileObjects(files),
    },
    notes: [
      ...rootNotes(project.root, cwd),
      ...(files.some(({ status }) => status === 'create') || name.form === 'create'
        ? notesOf(project, name, fields)
        : []),
      ...(await ownTemplateNotes(project, planned)),
      ...(isDry && !error ? ['Nothing was written.'] : []),
    ],
    ...(error && { error }),
  };
}

function checkFields(name: MigrationName, fields: readonly Field[]): void {
  const [first] = fields;
  if (first === undefined || 'table' in name) return;
  throw new CliError(
    'E_USAGE',
    name.form === 'idempotency'
      ? 'The table of Idempotency-Key has its columns already.'
      : `The name ${quote(name.what)} does not say what becomes of the field ${first.name}.`,
    'Fields are for create_<table>, add_<what>_to_<table> and remove_<what>_from_<table>.',
  );
}

function notesOf(project: Project, name: MigrationName, fields: readonly Field[]): string[] {
  const notes: string[] = [];
  if (!('table' in name)) {
    if (name.form === 'empty') notes.push('The steps are yours to write.');
  } else if (name.form === 'create') {
    notes.push(...tableNotes(project, name.table, fields));
  } else {
    if (fields.length === 0) notes.push('No fields were given: the steps are yours to write.');
    if (!isCreated(project, name.table)) notes.push(`No migration creates the table ${name.table}.`);
    const loose = fields.filter((field) => addedColumn(field).isLoose).map((field) => field.name);
    if (loose.length > 0) {
      notes.push(`Takes null in the table, since rows that are there have no value: ${loose.join(', ')}.`);
    }
    notes.push(...referenceNotes(project, name.table, fields));
  }
  if (!project.dependencies.has('@rest-gen/model')) notes.push('Missing to run it: npm install @rest-gen/model');
  return notes;
}
