import { resolve } from 'node:path';
import type { ComparedFile } from '../compare.ts';
import { comparePlanned, ownTemplateNotes, writeCompared } from '../compare-planned.ts';
import { conflictOf } from '../conflict.ts';
import { EXIT } from '../errors.ts';
import { FIELD_TYPES } from '../field-types.ts';
import { FIRST_FIELD } from '../first-field.ts';
import { untilUnchanged } from '../lock.ts';
import { missingSteps } from '../missing.ts';
import { readName } from '../name.ts';
import { planController } from '../plan.ts';
import { planTest } from '../plan-test.ts';
import { type Project, readProject } from '../project.ts';
import type { Arguments } from '../read-arguments.ts';
import { fileLines, fileObjects, type Outcome, rootNotes } from '../report.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen controller <name> [field:type…] [-r]`: controller, logic, rule, and where there are models, a migration. */
export const controllerCommand: Command = {
  usage: 'controller <name> [field..]',
  summary: 'Write a controller, its logic and its rule',
  positionals: {
    name: { describe: 'post, admin/post, v1/post' },
    field: {
      describe: `name:type, "!" for required: ${FIELD_TYPES.join(' ')}; then :unique or :index`,
      values: 'fields',
    },
  },
  options: {
    rest: { alias: 'r', type: 'boolean', describe: 'A REST controller, on the base class src/controller/rest' },
    'no-route': { type: 'boolean', describe: 'Print the rule instead of adding it to src/config/router' },
    ts: { type: 'boolean', describe: 'Write TypeScript', conflicts: ['js'] },
    js: { type: 'boolean', describe: 'Write JavaScript' },
    force: { type: 'boolean', describe: 'Overwrite files that have other contents', conflicts: ['skip'] },
    skip: { type: 'boolean', describe: 'Leave files that have other contents as they are' },
    diff: { type: 'boolean', describe: 'Show what would change in files that are there; write nothing' },
  },
  examples: [
    ['controller post -r', 'A resource with one field, title'],
    ["controller post 'title:string!' body:text views:integer -r", 'A resource with its fields'],
    ["controller v1/comment 'postId:references!' body:text -r", 'In the directory v1, with a foreign key'],
    ['controller health', 'A plain controller'],
    ['controller post -r --dry-run', 'Only say what would be written'],
  ],
  run: (args, context) => untilUnchanged(() => run(args, context)),
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const name = readName(String(args.name));
  const texts = args.field as readonly string[];
  const rest = args.rest === true;
  const fields = texts.length === 0 ? (rest ? [FIRST_FIELD] : []) : (await import('../field.ts')).readFields(texts);
  const cwd = resolve(io.cwd, String(args.cwd ?? '.'));
  const project = readProject(cwd, args.ts ? 'ts' : args.js ? 'js' : undefined);
  const request = { name, fields, rest, now: io.now?.() ?? new Date() };
  const planned = [...planController(project, request), ...planTest(project, request)];

  const compared = await comparePlanned(project, planned, args.force ? 'force' : args.skip ? 'skip' : undefined);
  const files = args['no-route'] ? compared.map(leaveRoute) : compared;
  const error = conflictOf(files);
  const isDry = args['dry-run'] === true || args.diff === true;
  const written = !isDry && !error && (await writeCompared(project.root, files));

  const notes = notesOf(project, cwd, files, {
    isDry: isDry && !error,
    rest,
    isFirst: texts.length === 0 && rest,
    ofTables: planned.some(({ template }) => template === 'migration')
      ? (await import('../table-notes.ts')).tableNotes(project, request.name.table, request.fields)
      : [],
  });
  notes.push(...(await ownTemplateNotes(project, planned)));
  const diff = args.diff ? await (await import('../diff.ts')).diffText(files) : '';
  return {
    exitCode: error?.exitCode ?? EXIT.done,
    text: fileLines(files, paint) + diff,
    json: {
      command: 'controller',
      name: name.path,
      root: project.root,
      dryRun: isDry,
      written,
      files: fileObjects(files),
      ...(diff && { diff }),
    },
    notes,
    ...(error && { error }),
  };
}

/** With `--no-route` the rule is shown, and left to the user. */
function leaveRoute(file: ComparedFile): ComparedFile {
  if (file.rule === undefined || file.status === 'identical') return file;
  const { before: _before, after: _after, ...rest } = file;
  return { ...rest, status: 'route', byHand: true };
}

function notesOf(
  project: Project,
  cwd: string,
  files: readonly ComparedFile[],
  { isDry, rest, isFirst, ofTables }: { isDry: boolean; rest: boolean; isFirst: boolean; ofTables: readonly string[] },
): string[] {
  const notes = rootNotes(project.root, cwd);
  const logic = files.find(({ path }) => path.startsWith('src/logic/'));
  if (isFirst && logic?.status === 'create') {
    notes.push(`No fields were given: the resource has one, title:string!. Change it in ${logic.path}.`);
  }
  notes.push(...ofTables);
  const byHand = files.find((file) => file.byHand);
  if (byHand)
    notes.push(
      `Add this rule to the list in ${byHand.path}: without it nothing reaches the controller.\n${byHand.rule},`,
    );
  const steps = missingSteps(project, rest);
  if (steps.length > 0) notes.push(`Missing to run it:\n${steps.map((step) => `- ${step}`).join('\n')}`);
  if (isDry) notes.push('Nothing was written.');
  return notes;
}
