import type { Language } from '../project/project.ts';
import { hasSqlite, runsTypeScript, SQLITE_DRIVER } from '../project/runtime.ts';

/** The database of a new project; `none` for a project without models. */
export type Database = 'sqlite' | 'postgres' | 'mysql' | 'none';

export const DATABASES: readonly Database[] = ['sqlite', 'postgres', 'mysql', 'none'];

/** What runs the tests of a new project; `node` is the runner of Node. */
export type TestRunner = 'mocha' | 'vitest' | 'node';

export const TEST_RUNNERS: readonly TestRunner[] = ['mocha', 'vitest', 'node'];

/** The driver of a database server and its version range. */
const DRIVERS: Readonly<Record<'postgres' | 'mysql', Readonly<Record<string, string>>>> = {
  postgres: { pg: '^8.16.0' },
  mysql: { mysql2: '^3.24.5' },
};

/** The checked request for a project. */
export interface ProjectRequest {
  /** Name of the package. */
  readonly name: string;
  readonly language: Language;
  readonly database: Database;
  readonly testRunner: TestRunner;
  /** Version of rest-gen and of its packages. */
  readonly version: string;
  /** Version of Node that runs the command. The project supports it and later ones, from 20.19 on. */
  readonly nodeVersion: string;
}

/** `package.json`. */
export function packageJson(request: ProjectRequest): string {
  const manifest = {
    name: request.name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: {
      node: `>=${needsNewNode(request) ? '24.15' : isNative(request) || request.testRunner === 'node' ? '22.18' : '20.19'}`,
    },
    scripts: scripts(request),
    dependencies: sorted(dependencies(request)),
    devDependencies: sorted(devDependencies(request)),
    ...tools(request),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The names of all dependencies of a project; its own name must be another one. */
export function dependencyNames(request: ProjectRequest): string[] {
  return Object.keys({ ...dependencies(request), ...devDependencies(request) });
}

/** Whether the project relies on the SQLite driver of Node, which older versions lack. */
export function needsNewNode({ database, nodeVersion }: ProjectRequest): boolean {
  return database === 'sqlite' && hasSqlite(nodeVersion);
}

/** Whether the records are on a server, where the tests need a database of their own. */
export function usesServer(database: Database): database is 'postgres' | 'mysql' {
  return database === 'postgres' || database === 'mysql';
}

/** Whether the project is TypeScript that Node runs without `tsx`. */
export function isNative({ language, nodeVersion }: ProjectRequest): boolean {
  return language === 'ts' && runsTypeScript(nodeVersion);
}

// --- internal ---

type Ranges = Readonly<Record<string, string>>;

function scripts(request: ProjectRequest): Readonly<Record<string, string>> {
  const { language, database, testRunner } = request;
  const turns = usesServer(database) ? ' --test-concurrency=1' : '';
  const test = { mocha: 'mocha', vitest: 'vitest run', node: `node --test${turns} "test/**/*.test.${language}"` }[
    testRunner
  ];
  const folders = ['src', ...(database === 'none' ? [] : ['migrations'])];
  const migrate = database === 'none' ? {} : { migrate: 'rest-gen migrate' };
  // Not `node --watch`: on Linux it misses the second change of a file that is replaced, as many editors do.
  const nodemon = `nodemon --quiet --signal SIGTERM ${folders.map((folder) => `--watch ${folder}`).join(' ')}`;
  if (language === 'js') {
    return { dev: `${nodemon} src/server.js`, start: 'node src/server.js', test, ...migrate };
  }
  const watched = ['src/**/*', ...(database === 'none' ? [] : ['migrations/*'])].map((glob) => `--include "${glob}"`);
  return {
    dev: isNative(request)
      ? `${nodemon} --ext ts,js,json --exec node src/server.ts`
      : `tsx watch --clear-screen=false ${watched.join(' ')} src/server.ts`,
    // The compiler keeps the output of deleted files, and the router would load it.
    prebuild: 'node --eval "fs.rmSync(\'dist\', { recursive: true, force: true })"',
    build: 'tsc -p tsconfig.build.json',
    start: 'node --enable-source-maps dist/server.js',
    test,
    types: 'tsc',
    ...migrate,
  };
}

/** Settings of tools that the project may use: its format, the files that the router finds, and the driver that the models load. */
function tools(request: ProjectRequest): object {
  const { language, database } = request;
  const driver = Object.keys(driverOf(request));
  const found = `src/{config,controller,logic,policy}/**/*.${language}`;
  return {
    prettier: { singleQuote: true, printWidth: 120 },
    knip: {
      entry: [
        ...(isNative(request) ? ['src/server.ts'] : []),
        found,
        ...(database === 'none' ? [] : ['{migrations,seeds}/*.js']),
      ],
      ...(driver.length > 0 && { ignoreDependencies: driver }),
    },
    ...(driver.length > 0 && { depcheck: { ignores: driver } }),
  };
}

function dependencies(request: ProjectRequest): Ranges {
  const { database, version } = request;
  const own = `^${version}`;
  const always = {
    '@rest-gen/logic': own,
    '@rest-gen/openapi': own,
    '@rest-gen/router': own,
    '@rest-gen/server': own,
    cors: '^2.8.5',
    express: '^5.2.1',
  };
  // Migrations are applied where the program runs, so the command line is needed there.
  if (database === 'none') return always;
  return { ...always, '@rest-gen/model': own, 'rest-gen': own, ...driverOf(request) };
}

function driverOf(request: ProjectRequest): Ranges {
  const { database } = request;
  if (database === 'none') return {};
  return database === 'sqlite' ? sqliteDriver(request) : DRIVERS[database];
}

function devDependencies(request: ProjectRequest): Ranges {
  const { language, database, testRunner, version } = request;
  return {
    '@rest-gen/inspect': `^${version}`,
    supertest: '^7.3.2',
    // Version 5 does not run on Node 20.
    ...(testRunner === 'mocha' && { mocha: '^12.0.3' }),
    ...(testRunner === 'vitest' && { vitest: '^4.1.12' }),
    ...((language === 'js' || isNative(request)) && { nodemon: '^3.1.10' }),
    ...(database === 'none' && { 'rest-gen': `^${version}` }),
    ...(language === 'ts' && {
      '@types/cors': '^2.8.19',
      '@types/express': '^5.0.6',
      ...(testRunner === 'mocha' && { '@types/mocha': '^10.0.10' }),
      '@types/node': isNative(request) ? '^22.18.0' : '^20.19.0',
      '@types/supertest': '^7.2.1',
      ...(!isNative(request) && { tsx: '^4.20.0' }),
      typescript: '~5.9.3',
    }),
  };
}

function sqliteDriver({ nodeVersion }: ProjectRequest): Ranges {
  const [name, range] = SQLITE_DRIVER;
  return hasSqlite(nodeVersion) ? {} : { [name]: range };
}

function sorted(ranges: Ranges): Ranges {
  return Object.fromEntries(Object.entries(ranges).sort(([a], [b]) => (a < b ? -1 : 1)));
}
