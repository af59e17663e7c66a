import { resolve } from 'node:path';
import { compareFile } from '../compare.ts';
import { changesOf } from '../compare-planned.ts';
import { EJECTABLE, planEject } from '../eject/plan-eject.ts';
import { TEMPLATES } from '../eject/user-template.ts';
import { EXIT } from '../errors.ts';
import { untilUnchanged } from '../lock.ts';
import { readProject } from '../project.ts';
import type { Arguments } from '../read-arguments.ts';
import { fileLines, fileObjects, type Outcome, rootNotes } from '../report.ts';
import { writeFiles } from '../write.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen eject`: the templates of the generator, into the project, to be changed there. */
export const ejectCommand: Command = {
  usage: 'eject',
  summary: 'Copy the templates into the project, which uses them from then on',
  positionals: {},
  options: {
    only: { type: 'string', describe: `Some of ${EJECTABLE.join(', ')}, with commas between them` },
    force: { type: 'boolean', describe: 'Overwrite templates that are there' },
  },
  examples: [
    ['eject', `All templates, to ${TEMPLATES}`],
    ['eject --only controller,logic', 'Two of them'],
    ['eject --only controller --force', 'As it comes with this version'],
  ],
  run: (args, context) => untilUnchanged(() => run(args, context)),
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const planned = planEject(args.only === undefined ? undefined : String(args.only));
  const cwd = resolve(io.cwd, String(args.cwd ?? '.'));
  const { root } = readProject(cwd);
  const files = await Promise.all(planned.map((file) => compareFile(root, file, args.force ? 'force' : 'skip')));
  const isDry = args['dry-run'] === true;
  const changes = changesOf(files);
  if (!isDry) await writeFiles(root, changes);
  const skipped = files.filter(({ status }) => status === 'skip').map(({ path }) => path);
  return {
    exitCode: EXIT.done,
    text: fileLines(files, paint),
    json: { command: 'eject', root, dryRun: isDry, written: !isDry && changes.length > 0, files: fileObjects(files) },
    notes: [
      ...rootNotes(root, cwd),
      ...(skipped.length > 0
        ? [`Left as they are, since they were changed: ${skipped.join(', ')}. --force overwrites.`]
        : []),
      ...(isDry ? ['Nothing was written.'] : []),
    ],
  };
}
