import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Router from '@rest-gen/router';
import type { RestRouter, RestRouterOptions } from '@rest-gen/router';

/** The project, for tasks in the child. */
export interface Host {
  /** The directory with `config/router`, absolute. */
  readonly directory: string;
  /** Load a package as the project has it: `@rest-gen/inspect`. */
  load<T>(name: string): Promise<T>;
  /**
   * The router of the project with default options, created on first use; to be asked to explain requests, it needs
   * `inspect`.
   */
  router(inspect?: RestRouterOptions['inspect']): Promise<RestRouter>;
  /** Close the models of the router. */
  close(): Promise<void>;
}

/**
 * Under tsx, `import` and `require` give two copies of a package: this loads the one that the modules of the project
 * use.
 *
 * @param directory - the directory with `config/router`, relative to the working directory, which is the project
 * @param requires - the project's modules load packages with `require`
 */
export function createHost(directory: string, requires: boolean): Host {
  const require = createRequire(join(process.cwd(), 'package.json'));
  const root = resolve(directory);
  const load = async <T>(name: string): Promise<T> => {
    if (requires) return require(name) as T;
    return (await import(pathToFileURL(require.resolve(name)).href)) as T;
  };
  let router: RestRouter | undefined;
  return {
    directory: root,
    load,
    router: async (inspect) => {
      const { createRestRouter } = await load<typeof Router>('@rest-gen/router');
      router ??= createRestRouter({ root, log: false, ...(inspect && { inspect }) });
      await router.ready;
      return router;
    },
    close: async () => router?.close(),
  };
}
