import { planPull } from '../plan/plan-pull.ts';
import { findModel } from '../project/load-model.ts';
import { openProject } from '../project/project.ts';
import type { Outcome } from '../report.ts';
import { type Arguments, type Context, ruleNotes, writeOutcome } from './command.ts';
import { withModels } from './types.ts';

/** `rest-gen migrate --pull`: controllers, logics and rules for the tables of a database that exists. */
export async function pull(args: Arguments, { cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const model = findModel(project);
  const tables = await withModels(project, model, (models) => models.tables());
  const { files, notes } = planPull(project, tables);
  const none = files.length === 0 ? ['The database has no tables that could have a controller.'] : [];
  return writeOutcome(files, args, {
    json: { command: 'migrate', root: project.root, model },
    notes: [...none, ...notes, ...ruleNotes(files)],
    paint,
  });
}
