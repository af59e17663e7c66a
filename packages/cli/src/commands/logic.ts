import type { Argv } from 'yargs';
import { FIRST_FIELD } from '../arguments/field-types.ts';
import { parseFields } from '../arguments/parse-fields.ts';
import { type ControllerName, parseNewName } from '../arguments/parse-name.ts';
import { comparePlanned } from '../files/compare-file.ts';
import { planLogic } from '../plan/plan-controller.ts';
import { requireSingular } from '../plan/plural-name.ts';
import { findSource, openProject, type Project } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import {
  type Arguments,
  type Context,
  examples,
  FIELDS,
  languageOf,
  onConflict,
  SOURCES,
  writeOutcome,
} from './command.ts';

/** `rest-gen logic <name> [field:type…]`: only the logic of a controller, as `controller` writes it. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('name', { type: 'string', describe: 'Name of the controller: post, v1/post' })
    .positional('field', FIELDS)
    .options({
      rest: { alias: 'r', type: 'boolean', describe: 'For a REST controller: rules of POST, PUT and PATCH' },
      ...SOURCES,
    })
    .epilogue(
      examples([
        ['$0 logic v1/search', 'The logic of a plain controller, to fill in'],
        ["$0 logic post 'title:string!' body:text -r", 'The logic of a REST controller'],
      ]),
    );
}

export async function run(args: Arguments, { cwd, paint }: Context): Promise<Outcome> {
  const name = parseNewName(String(args.name));
  const rest = args.rest === true;
  const given = parseFields(args.field as readonly string[]);
  const fields = given.length === 0 && rest ? [FIRST_FIELD] : given;
  const project = openProject(cwd, languageOf(args));
  requireSingular(project, name, rest);
  const planned = planLogic(project, { name, fields, rest, now: new Date() });
  const files = comparePlanned(project, [planned], onConflict(args));
  const notes = [...rootNotes(project.root, cwd), ...notesOf(project, name)];
  return writeOutcome(files, args, { json: { command: 'logic', name: name.path, root: project.root }, notes, paint });
}

// --- internal ---

function notesOf(project: Project, { path }: ControllerName): string[] {
  const controller = findSource(project.root, `src/controller/${path}`, project.language);
  return [
    ...(controller ? [] : [`There is no controller ${path} that uses this logic.`]),
    ...(project.dependencies.has('@rest-gen/logic') ? [] : ['Required to run it: npm install @rest-gen/logic']),
  ];
}
