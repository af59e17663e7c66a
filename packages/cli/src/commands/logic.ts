import { resolve } from 'node:path';
import { comparePlanned, ownTemplateNotes, writeCompared } from '../compare-planned.ts';
import { conflictOf } from '../conflict.ts';
import { EXIT } from '../errors.ts';
import { readFields } from '../field.ts';
import { FIELD_TYPES } from '../field-types.ts';
import { FIRST_FIELD } from '../first-field.ts';
import { untilUnchanged } from '../lock.ts';
import { type ControllerName, readName } from '../name.ts';
import { planLogic } from '../plan.ts';
import { findSource, type Project, readProject } from '../project.ts';
import type { Arguments } from '../read-arguments.ts';
import { fileLines, fileObjects, type Outcome, rootNotes } from '../report.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen logic <name> [field:type…]`: the logic of a controller alone, as `controller` writes it. */
export const logicCommand: Command = {
  usage: 'logic <name> [field..]',
  summary: 'Write the logic of a controller alone',
  positionals: {
    name: { describe: 'The name of the controller: post, v1/post', values: 'controllers' },
    field: {
      describe: `name:type, "!" for required: ${FIELD_TYPES.join(' ')}; then :unique or :index`,
      values: 'fields',
    },
  },
  options: {
    rest: { alias: 'r', type: 'boolean', describe: 'For a REST controller: rules of POST, PUT and PATCH' },
    ts: { type: 'boolean', describe: 'Write TypeScript', conflicts: ['js'] },
    js: { type: 'boolean', describe: 'Write JavaScript' },
    force: { type: 'boolean', describe: 'Overwrite a file that has other contents', conflicts: ['skip'] },
    skip: { type: 'boolean', describe: 'Leave a file that has other contents as it is' },
    diff: { type: 'boolean', describe: 'Show what would change in a file that is there; write nothing' },
  },
  examples: [
    ["logic post 'title:string!' body:text -r", 'What a REST controller takes'],
    ['logic v1/search', 'Of a plain controller, to be filled in'],
    ["logic post 'title:string!' views:integer -r --diff", 'How other fields would change it'],
  ],
  run: (args, context) => untilUnchanged(() => run(args, context)),
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const name = readName(String(args.name));
  const rest = args.rest === true;
  const given = readFields(args.field as readonly string[]);
  const cwd = resolve(io.cwd, String(args.cwd ?? '.'));
  const project = readProject(cwd, args.ts ? 'ts' : args.js ? 'js' : undefined);
  const fields = given.length === 0 && rest ? [FIRST_FIELD] : given;
  const planned = [planLogic(project, { name, fields, rest, now: io.now?.() ?? new Date() })];
  const files = await comparePlanned(project, planned, args.force ? 'force' : args.skip ? 'skip' : undefined);
  const error = conflictOf(files);
  const isDry = args['dry-run'] === true || args.diff === true;
  const written = !isDry && !error && (await writeCompared(project.root, files));
  const diff = args.diff ? await (await import('../diff.ts')).diffText(files) : '';
  return {
    exitCode: error?.exitCode ?? EXIT.done,
    text: fileLines(files, paint) + diff,
    json: {
      command: 'logic',
      name: name.path,
      root: project.root,
      dryRun: isDry,
      written,
      files: fileObjects(files),
      ...(diff && { diff }),
    },
    notes: [
      ...rootNotes(project.root, cwd),
      ...notesOf(project, name),
      ...(await ownTemplateNotes(project, planned)),
      ...(isDry && !error ? ['Nothing was written.'] : []),
    ],
    ...(error && { error }),
  };
}

function notesOf(project: Project, { path }: ControllerName): string[] {
  const controller = findSource(project.root, `src/controller/${path}`, project.language);
  return [
    ...(controller ? [] : [`There is no controller ${path}, which the logic belongs to.`]),
    ...(project.dependencies.has('@rest-gen/logic') ? [] : ['Missing to run it: npm install @rest-gen/logic']),
  ];
}
