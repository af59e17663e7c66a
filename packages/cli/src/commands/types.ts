import type { Models } from '@rest-gen/model';
import type { Argv } from 'yargs';
import { CliError, storeError } from '../errors.ts';
import { loadRelations } from '../inspect/inspect-project.ts';
import { compareTypes, TYPES_FILE } from '../plan/plan-types.ts';
import { findModel, inDirectory, loadModel } from '../project/load-model.ts';
import { openProject, type Project } from '../project/project.ts';
import type { Outcome } from '../report.ts';
import { type Arguments, CHECK, type Context, examples, writeGenerated } from './command.ts';

/** `rest-gen types`: the types of the tables, from the database of `src/config/model`. */
export function builder(yargs: Argv): Argv {
  return yargs.options({ check: CHECK }).epilogue(
    examples([
      ['$0 types', `Write ${TYPES_FILE}`],
      ['$0 types --check', 'In a pipeline, after rest-gen migrate'],
    ]),
  );
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const model = findModel(project);
  const relations = await loadRelations(project, io);
  const file = await withModels(project, model, async (models) => {
    // The types would be those of another version of the program; with an empty database, none at all.
    await models.ready();
    return compareTypes(project, models, relations);
  });
  return writeGenerated(file, args, { json: { command: 'types', root: project.root, model }, notes: [], paint });
}

/** Run `work` with the models of a project, which list their tables. */
export function withModels<T>(project: Project, file: string, work: (models: Models) => Promise<T>): Promise<T> {
  return inDirectory(project.root, () => open(project, file, work));
}

// --- internal ---

async function open<T>(project: Project, file: string, work: (models: Models) => Promise<T>): Promise<T> {
  const models = (await loadModel(project.root, file)) as Partial<Models>;
  try {
    if (typeof models.tables === 'function') return await work(models as Models);
    const message = `The models of ${file} have no tables().`;
    throw new CliError('E_MODEL', message, 'Only models of @rest-gen/model list their tables.');
  } catch (error) {
    if (error instanceof CliError) throw error;
    // Its message says what to do first: run the pending migrations.
    const isOurs = (error as Error | undefined)?.name === 'ModelsError';
    const fix = isOurs ? 'Then run this command again.' : 'Run it where the database can be reached.';
    throw storeError(error, 'E_MODEL', fix);
  } finally {
    await models.close?.();
  }
}
