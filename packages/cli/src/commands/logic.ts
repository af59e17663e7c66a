import type { Argv } from 'yargs';
import { FIRST_FIELD } from '../arguments/field-types.ts';
import { parseFields } from '../arguments/parse-fields.ts';
import { type ControllerName, parseNewName } from '../arguments/parse-name.ts';
import { CliError } from '../errors.ts';
import { comparePlanned } from '../files/compare-file.ts';
import { planLogic } from '../plan/plan-controller.ts';
import { requireSingular } from '../plan/plural-name.ts';
import { findSource, openProject, type Project } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { quote } from '../text.ts';
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

/** `rest-gen logic <name> [field:type…]`: only the logic of a controller, as `controller` writes it; with `--from-thinkjs`, those of another project. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('name', { type: 'string', describe: 'Name of the controller: post, v1/post' })
    .positional('field', FIELDS)
    .options({
      'from-thinkjs': {
        type: 'string',
        requiresArg: true,
        describe: 'Convert the logic files and REST rules of the ThinkJS project in this directory',
      },
      rest: { alias: 'r', type: 'boolean', describe: 'For a REST controller: rules of POST, PUT and PATCH' },
      ...SOURCES,
    })
    .epilogue(
      examples([
        ['$0 logic --from-thinkjs ../shop', 'Convert the logic files and rules of a ThinkJS project'],
        ["$0 logic post 'title:string!' body:text -r", 'The logic of a REST controller'],
      ]),
    );
}

export async function run(args: Arguments, context: Context): Promise<Outcome> {
  const { cwd, paint } = context;
  if (args['from-thinkjs'] !== undefined) {
    if (args.name === undefined) return (await import('./from-thinkjs.ts')).convertThinkJs(args, context);
    throw new CliError('E_USAGE', '--from-thinkjs converts all logic files.', `Leave ${quote(String(args.name))} out.`);
  }
  if (args.name === undefined)
    throw new CliError(
      'E_USAGE',
      'The argument <name> is missing.',
      'Usage: rest-gen logic <name>. See rest-gen logic --help.',
    );
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
