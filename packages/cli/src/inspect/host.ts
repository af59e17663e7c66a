import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Router from '@rest-gen/router';
import type { RestRouter, RestRouterOptions } from '@rest-gen/router';
import type { CreatePart } from '@rest-gen/router/part';

/** The part of `Auth` of `@rest-gen/auth` that the tasks use. */
export interface ProjectAuth {
  readonly part: CreatePart;
  findUser(token: string): Promise<SignedIn | undefined>;
}

/** Who a token stands for. */
export interface SignedIn {
  readonly user: unknown;
  /** `abilities` are those of an API token; `undefined` for everything. */
  readonly token: { readonly kind: string; readonly abilities?: readonly string[] | undefined };
}

/** The project, for tasks in the child. */
export interface Host {
  /** The directory with `config/router`, absolute. */
  readonly directory: string;
  /** Load a package as the project has it: `@rest-gen/inspect`. */
  load<T>(name: string): Promise<T>;
  /**
   * The router of the project with default options and the parts, created on first use; to be asked to explain
   * requests, it needs `inspect`.
   */
  router(inspect?: RestRouterOptions['inspect']): Promise<RestRouter>;
  /** The parts of `src/auth` and, where the project has it, of `@rest-gen/changes`. */
  parts(): Promise<CreatePart[]>;
  /** What `src/auth` exports as `auth`; `undefined` without such a file. */
  auth(): Promise<Partial<ProjectAuth> | undefined>;
  /** What a file exports by default, such as `config/webhooks`; `undefined` without such a file. */
  setting<T>(name: string): Promise<T | undefined>;
  /** What the files of a directory export by default, with those below it, such as `job`: by path without the directory and the extension. */
  settings<T>(directory: string): Promise<ReadonlyMap<string, T | undefined>>;
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
  // The router loads files in the same way: this is the `auth` that controllers import.
  const importFile = async (name: string): Promise<Exported | undefined> => {
    const file = EXTENSIONS.map((extension) => join(root, `${name}.${extension}`)).find((one) => existsSync(one));
    return file === undefined ? undefined : ((await import(pathToFileURL(file).href)) as Exported);
  };
  const setting = async <T>(name: string): Promise<T | undefined> => {
    const exported = (await importFile(name))?.default;
    return (exported?.__esModule === true ? exported.default : exported) as T | undefined;
  };
  const auth = async () => {
    const exported = await importFile('auth');
    return exported && (exported.auth ?? exported.default?.auth ?? {});
  };
  const parts = async () => {
    const { part } = (await auth()) ?? {};
    const changes = resolves(require, CHANGES) ? [(await load<Changes>(CHANGES)).createChanges()] : [];
    return [...changes, ...(part ? [part] : [])];
  };
  let router: RestRouter | undefined;
  return {
    directory: root,
    load,
    router: async (inspect) => {
      const { createRestRouter } = await load<typeof Router>('@rest-gen/router');
      router ??= createRestRouter({ root, log: false, ...(inspect && { inspect }), parts: await parts() });
      await router.ready;
      return router;
    },
    parts,
    auth,
    setting,
    settings: async <T>(of: string) => {
      const folder = join(root, of);
      const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
      const names = new Set(
        files.filter((file) => SOURCE.test(file)).map((file) => file.replace(SOURCE, '').replaceAll(sep, '/')),
      );
      const entries = [...names].sort().map(async (name) => [name, await setting<T>(`${of}/${name}`)] as const);
      return new Map(await Promise.all(entries));
    },
    close: async () => router?.close(),
  };
}

// --- internal ---

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const CHANGES = '@rest-gen/changes';
/** Neither declarations nor tests. */
const SOURCE = /(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/;

/** What is used of `@rest-gen/changes`. */
interface Changes {
  createChanges(): CreatePart;
}

function resolves(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** TypeScript compiled to CommonJS has its exports one level deeper. */
interface Exported {
  readonly auth?: Partial<ProjectAuth>;
  readonly default?: {
    readonly auth?: Partial<ProjectAuth>;
    readonly __esModule?: boolean;
    readonly default?: unknown;
  };
}
