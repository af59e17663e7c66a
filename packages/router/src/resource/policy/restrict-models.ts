import { restrictModels as restrict } from '@rest-gen/model/core';
import type { Project } from '../../core/contracts/project.ts';
import { sharedModels } from '../../core/errors.ts';

/** Let the models of a project keep its policies. @throws {StartError} `E_MODEL_SHARED` where another router has given them other policies */
export function restrictModels(project: Project): void {
  const { model } = project;
  const conflict = model && restrict(model, project);
  if (conflict !== undefined) throw sharedModels(conflict);
}
