import type { Project } from '../../src/core/contracts/project.ts';
import { loadModules } from '../../src/core/load/load-modules.ts';
import type { StartError } from '../../src/index.ts';
import { toProject } from '../../src/load/to-project.ts';
import type { RestRouterOptions } from '../../src/options.ts';

/** Load and check the files of a project. */
export async function loadProject(options: RestRouterOptions): Promise<Project> {
  return toProject(await loadModules(options), options);
}

/** The error that stops the load of a project. */
export async function startErrorOf(options: RestRouterOptions): Promise<StartError> {
  const loaded = await loadProject(options).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (loaded instanceof Error) return loaded as StartError;
  throw new Error('The project was loaded.');
}
