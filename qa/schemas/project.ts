import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
// @ts-expect-error: a script has no declarations
import { startServer } from '../packed/start-server.js';
import type { TableFacts } from './catalog.ts';
import type { Database } from './databases.ts';

export interface Endpoint {
  readonly table: string;
  /** `/Album` */
  readonly path: string;
  readonly methods: ReadonlySet<string>;
  /** Fields of a POST. */
  readonly fields: ReadonlySet<string>;
  /** `static key` of the class. */
  readonly key: string | undefined;
  /** `static hidden` of the class. */
  readonly hidden: ReadonlySet<string>;
  /** `static include` of the class. */
  readonly include: Readonly<Record<string, unknown>>;
}

/** What `startServer` gives. */
export interface Server {
  readonly url: string;
  output(): string;
  stop(): Promise<void>;
}

export interface PulledProject {
  readonly endpoints: readonly Endpoint[];
  /** What `migrate --pull` says of tables without a controller: `zebra has no controller: …`. */
  readonly notes: readonly string[];
  /** Milliseconds. */
  readonly pullTime: number;
  start(): Promise<Server>;
}

/**
 * Generate a project for a database, as a user does.
 *
 * @param checkout - whose packages are used; it is built
 * @param tables - all of them get a controller
 */
export async function pullProject(
  checkout: string,
  directory: string,
  { store, url }: Database,
  tables: readonly TableFacts[],
): Promise<PulledProject> {
  // Modules of a path are loaded once: each project has its own.
  const parent = mkdtempSync(join(directory, 'project-'));
  const cwd = join(parent, 'project');
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', DATABASE_URL: url, PORT: '0', DEBUG: '' };
  const cli = (at: string, ...words: string[]) =>
    execFileSync(process.execPath, [join(checkout, 'packages/cli/bin/rest-gen.js'), ...words], {
      cwd: at,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
  cli(parent, 'new', 'project', '--js', '--no-install', '--db', store === 'mariadb' ? 'mysql' : store);
  for (const file of readdirSync(join(cwd, 'migrations'))) rmSync(join(cwd, 'migrations', file));
  symlinkSync(join(checkout, 'node_modules'), join(cwd, 'node_modules'));
  // A name opens what would be listed only: links, and tables with secrets. Version 1.1.0 takes no names.
  const names = cli(cwd, 'migrate', '--help').includes('--except') ? tables.map(({ name }) => name) : [];
  const began = performance.now();
  const pulled = JSON.parse(cli(cwd, 'migrate', '--pull', ...names, '--json'));
  const pullTime = performance.now() - began;
  const { routes } = JSON.parse(cli(cwd, 'routes', '--json'));
  return {
    endpoints: await Promise.all(routes.map((route: Route) => readEndpoint(cwd, route))),
    notes: pulled.notes ?? [],
    pullTime,
    start: () => startServer('src/server.js', { cwd, env }),
  };
}

// --- internal ---

interface Route {
  readonly rule: string;
  readonly controller: string;
  readonly file: string;
  readonly logic?: string;
  readonly collection: readonly string[];
  readonly item: readonly string[];
}

async function readEndpoint(cwd: string, route: Route): Promise<Endpoint> {
  const load = async (file: string) => (await import(pathToFileURL(join(cwd, file)).href)).default;
  const type = await load(route.file);
  const logic = route.logic !== undefined && existsSync(join(cwd, route.logic)) ? await load(route.logic) : {};
  return {
    table: type.table ?? route.controller,
    path: /^\['(.*?)\/:/.exec(route.rule)?.[1] ?? `/${route.controller}`,
    methods: new Set([...route.collection, ...route.item]),
    fields: new Set(Object.keys(logic.postAction?.body ?? {})),
    key: type.key,
    hidden: new Set(type.hidden),
    include: type.include ?? {},
  };
}
