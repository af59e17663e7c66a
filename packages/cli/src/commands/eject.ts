import { readFileSync } from 'node:fs';
import type { Argv } from 'yargs';
import type { Arguments } from '../arguments/arguments.ts';
import { CliError } from '../errors.ts';
import { compareFile } from '../files/compare-file.ts';
import { changesOf } from '../files/compare-planned.ts';
import { writeFiles } from '../files/write-files.ts';
import { directoryOf } from '../project/open-project.ts';
import { readProject } from '../project/project.ts';
import { quote } from '../quote.ts';
import { OWN_TEMPLATES, TEMPLATES, type Template, templateFile } from '../render.ts';
import { filesOutcome, type Outcome, rootNotes } from '../report.ts';
import type { Context } from './command.ts';

/** `rest-gen eject`: copy the templates into the project, to change them there. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      only: { type: 'string', requiresArg: true, describe: `Some of ${TEMPLATES.join(',')}` },
      force: { type: 'boolean', describe: 'Overwrite templates that were changed' },
    })
    .example([
      ['$0 eject', `Copy all templates to ${OWN_TEMPLATES}/`],
      ['$0 eject --only controller,logic', 'Copy two of them'],
      ['$0 eject --only controller --force', 'Reset one of them'],
    ]);
}

export async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const templates = readNames(args.only as string | undefined);
  const cwd = directoryOf(args, io);
  const { root } = readProject(cwd);
  const files = await Promise.all(
    templates.map((template) => {
      const contents = readFileSync(templateFile(template), 'utf8');
      return compareFile(root, { path: `${OWN_TEMPLATES}/${template}.ejs`, contents }, args.force ? 'force' : 'skip');
    }),
  );
  const isDry = args['dry-run'] === true;
  const changes = isDry ? [] : changesOf(files);
  await writeFiles(changes);
  const skipped = files.filter(({ status }) => status === 'skip').map(({ path }) => path);
  const notes = [
    ...rootNotes(root, cwd),
    ...(skipped.length > 0 ? [`Not overwritten, because they were changed: ${skipped.join(', ')}. See --force.`] : []),
  ];
  const written = { files, isDry, isWritten: changes.length > 0, diff: '', error: undefined };
  return filesOutcome(written, { json: { command: 'eject', root }, notes, paint });
}

// --- internal ---

function readNames(only: string | undefined): readonly Template[] {
  if (only === undefined) return TEMPLATES;
  const names = only.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !(TEMPLATES as readonly string[]).includes(name));
  if (unknown === undefined && names.length > 0) return TEMPLATES.filter((template) => names.includes(template));
  const message = `There is no template ${quote(unknown ?? only)}.`;
  throw new CliError('E_USAGE', message, `Use some of ${TEMPLATES.join(', ')}, separated by commas.`);
}
