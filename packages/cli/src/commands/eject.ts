import { readFileSync } from 'node:fs';
import type { Argv } from 'yargs';
import { CliError } from '../errors.ts';
import { compareFile } from '../files/compare-file.ts';
import { openProject } from '../project/project.ts';
import { OWN_TEMPLATES, TEMPLATES, type Template, templateFile } from '../render.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { quote } from '../text.ts';
import { type Arguments, type Context, examples, writeOutcome } from './command.ts';

/** `rest-gen eject`: copy the templates into the project, to change them there. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      only: { type: 'string', requiresArg: true, describe: `Some of ${TEMPLATES.join(',')}` },
      force: { type: 'boolean', describe: 'Overwrite templates that were changed' },
    })
    .epilogue(
      examples([
        ['$0 eject', `Copy all templates to ${OWN_TEMPLATES}/`],
        ['$0 eject --only controller --force', 'Reset one of them'],
      ]),
    );
}

export async function run(args: Arguments, { cwd, paint }: Context): Promise<Outcome> {
  const templates = parseNames(args.only as string | undefined);
  const { root } = openProject(cwd);
  const files = templates.map((template) => {
    const contents = readFileSync(templateFile(template), 'utf8');
    return compareFile(root, { path: `${OWN_TEMPLATES}/${template}.ejs`, contents }, args.force ? 'force' : 'skip');
  });
  const skipped = files.filter(({ status }) => status === 'skip').map(({ path }) => path);
  const notes = [
    ...rootNotes(root, cwd),
    ...(skipped.length > 0 ? [`Not overwritten, because they were changed: ${skipped.join(', ')}. See --force.`] : []),
  ];
  return writeOutcome(files, args, { json: { command: 'eject', root }, notes, paint });
}

// --- internal ---

function parseNames(only: string | undefined): readonly Template[] {
  if (only === undefined) return TEMPLATES;
  const names = only.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !(TEMPLATES as readonly string[]).includes(name));
  if (unknown === undefined && names.length > 0) return TEMPLATES.filter((template) => names.includes(template));
  const message = `There is no template ${quote(unknown ?? only)}.`;
  throw new CliError('E_USAGE', message, `Use some of ${TEMPLATES.join(', ')}, separated by commas.`);
}
