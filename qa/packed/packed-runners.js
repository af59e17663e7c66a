import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from '../../scripts/run.js';
import { npmInstall } from './npm-install.js';
import { assertFields, assertKept, probe } from './packed-probe.js';
import { copyProject, editor, editSources, testOf, withRequire } from './packed-projects.js';
import { startServer } from './start-server.js';

/**
 * @typedef {object} Place
 * @property {import('./packed-projects.js').Project} project
 * @property {string} cwd - directory of the project
 * @property {string} modules - the `node_modules` that it finds its packages in
 * @property {NodeJS.ProcessEnv} env
 * @property {() => string} node24 - a Node that strips types itself
 */

/**
 * @typedef {object} Runner
 * @property {string} name
 * @property {(project: import('./packed-projects.js').Project) => boolean} runs - whether it runs projects of this kind
 * @property {(place: Place) => unknown} run - throws when a module exists twice, or anything else is wrong
 */

/** Milliseconds; the test waits for a process that does. */
const TEST_TIMEOUT = '60000';

const isTs = ({ language }) => language === 'ts';
const isMocha = ({ tests }) => tests === 'mocha';

/** @type {Runner[]} what people run projects with, development and production; `build` comes before what needs it */
export const RUNNERS = [
  {
    name: 'tsx',
    runs: (project) => isTs(project) && isMocha(project),
    run: (place) => serve(place, ['--import', 'tsx', 'src/server.ts']),
  },
  {
    name: 'node, twice',
    runs: isMocha,
    run: async (place) => {
      const { cwd, project } = place;
      if (isTs(project)) node(place, 'typescript/bin/tsc', '-p', 'tsconfig.build.json');
      const start = [isTs(project) ? 'dist/server.js' : 'src/server.js'];
      const path = await serve(place, start);
      await withServer(place, start, { cwd }, (url) => assertKept(url, path));
    },
  },
  { name: 'the command line', runs: isMocha, run: useCommandLine },
  { name: 'mocha', runs: isMocha, run: runMocha },
  {
    name: 'vitest',
    runs: ({ tests }) => tests === 'vitest',
    run: (place) => {
      if (isTs(place.project)) node(place, 'typescript/bin/tsc');
      node(place, 'vitest/vitest.mjs', 'run', '--testTimeout', TEST_TIMEOUT);
    },
  },
  { name: 'Jest', runs: isMocha, run: runJest },
  {
    name: 'ts-jest',
    runs: ({ language, modules }) => language === 'ts' && modules === 'cjs',
    run: runTsJest,
  },
  {
    name: 'SWC',
    runs: (project) => isTs(project) && isMocha(project),
    run: (place) => {
      if (place.project.modules === 'esm')
        return serve(place, ['--import', '@swc-node/register/esm-register', 'src/server.ts']);
      // It does not lead `require('./env.js')` to a source, and does not know what `module: NodeNext` implies.
      const cwd = copyOf(place, 'swc');
      editor(cwd)('tsconfig.json', (text) => text.replace('"target"', '"esModuleInterop": true,\n    "target"'));
      editSources(cwd, (text) => text.replace(/((?:from|import) '\.[^']*)\.js'/g, "$1'"));
      return serve(place, ['-r', '@swc-node/register', 'src/server.ts'], { cwd });
    },
  },
  {
    name: 'Node without a loader',
    runs: (project) => isTs(project) && isMocha(project) && project.modules === 'esm',
    run: (place) => {
      const cwd = copyOf(place, 'native');
      editSources(cwd, (text) => text.replace(/((?:from|import) '\.[^']*)\.js'/g, "$1.ts'"));
      return serve(place, ['src/server.ts'], { cwd, node: place.node24() });
    },
  },
  { name: 'esbuild, one file', runs: isMocha, run: runBundle },
];

/**
 * Run projects that are installed by Yarn without `node_modules`.
 *
 * @param {string} directory - empty
 * @param {readonly Place[]} places
 * @param {import('../../scripts/pack.js').Tarball[]} tarballs
 */
export function installPnp(directory, places, tarballs) {
  const [{ env }] = places;
  const edit = editor(directory);
  const files = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  edit('.yarnrc.yml', () => 'nodeLinker: pnp\nenableTelemetry: false\nenableImmutableInstalls: false\n');
  const workspaces = places.map(({ project }) => project.name);
  edit('package.json', () => JSON.stringify({ private: true, workspaces, resolutions: files }));
  edit('yarn.lock', () => '');
  for (const { project, cwd } of places) {
    copyProject(cwd, join(directory, project.name));
    edit(`${project.name}/package.json`, (text) => {
      const { name, type, dependencies } = JSON.parse(text);
      const others = {
        express: `^${project.express}`,
        '@photostructure/sqlite': '^1',
        ...(isTs(project) && { tsx: '^4' }),
      };
      return JSON.stringify({ name, type, dependencies: { ...dependencies, ...files, ...others } });
    });
  }
  const yarn = npmInstall(`${directory}-yarn`, ['@yarnpkg/cli-dist@4'], env);
  run(process.execPath, [join(yarn, '@yarnpkg/cli-dist/bin/yarn.js'), 'install'], { cwd: directory, env });
}

/** As `yarn node` does, which would stay between us and the server. */
export function servePnp(directory, place) {
  const { project } = place;
  const pnp = ['-r', join(directory, '.pnp.cjs'), '--experimental-loader', join(directory, '.pnp.loader.mjs')];
  const start = isTs(project) ? ['--import', 'tsx', 'src/server.ts'] : ['src/server.js'];
  return serve(place, [...pnp, ...start], { cwd: join(directory, project.name) });
}

// --- internal ---

/** Start a server, and probe it. */
function serve(place, args, { cwd = place.cwd, node } = {}) {
  return withServer(place, args, { cwd, node }, probe);
}

async function withServer({ env }, args, { cwd, node }, work) {
  const server = await startServer(args, { cwd, env: { ...env, PORT: '0' }, node, timeout: 60_000 });
  try {
    return await work(server.url);
  } catch (error) {
    throw new Error(`${error.message}\nThe server printed:\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

function node({ cwd, modules, env }, program, ...args) {
  return run(process.execPath, [join(modules, program), ...args], { cwd, env });
}

/** A directory beside the project, with a copy of it. */
function copyOf({ cwd }, name) {
  const directory = `${cwd}-${name}`;
  copyProject(cwd, directory);
  return directory;
}

function useCommandLine(place) {
  const cli = (...args) => node(place, 'rest-gen/bin/rest-gen.js', ...args);
  const routes = cli('routes');
  if (!/\n1 {2}\['\/post\/:id\?', 'rest'\] +post .*controller\/post\.[jt]s /.test(routes)) throw new Error(routes);
  cli('explain', 'DELETE', '/post/1');
  assertFields(JSON.parse(cli('openapi')));
}

/** The generated setup closes what it opened. */
function runMocha(place) {
  node(place, 'mocha/bin/mocha.js', '--timeout', TEST_TIMEOUT, ...(place.project.modules === 'cjs' ? ['--exit'] : []));
}

function runJest(place) {
  const { cwd, project } = place;
  const { language, modules } = project;
  const edit = editor(join(cwd, 'jest'));
  const test = testOf('jest', '../src/app.js');
  edit(`fault.test.${language}`, () => (language === 'js' && modules === 'cjs' ? withRequire(test) : test));
  const swc = {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: modules === 'esm' ? 'es6' : 'commonjs' },
  };
  const typescript = {
    ...(modules === 'esm' && { extensionsToTreatAsEsm: ['.ts'] }),
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: { [modules === 'cjs' ? '^.+\\.[jt]s$' : '^.+\\.ts$']: ['@swc/jest', swc] },
  };
  const config = {
    rootDir: '..',
    testMatch: [`<rootDir>/jest/*.test.${language}`],
    // The migrations are ES modules.
    transform: modules === 'cjs' ? { '^.+\\.js$': ['@swc/jest', swc] } : {},
    ...(isTs(project) && typescript),
  };
  edit('jest.config.json', () => JSON.stringify(config));
  const { modules: folder, env } = place;
  // Without this flag, Jest has no `import()`, and its `require` takes no ES module.
  const flags = modules === 'esm' ? ['--experimental-vm-modules'] : [];
  const jest = [...flags, join(folder, 'jest/bin/jest.js'), '--config', 'jest/jest.config.json'];
  run(process.execPath, [...jest, '--forceExit', '--testTimeout', TEST_TIMEOUT], { cwd, env });
}

/** With the settings of older projects, in which TypeScript reads no `exports`. */
function runTsJest({ cwd, modules, env }) {
  const edit = editor(join(cwd, 'jest'));
  edit('fault.test.ts', () => testOf('jest', '../src/app.js'));
  const tsconfig = {
    ...{ module: 'commonjs', moduleResolution: 'node10', target: 'es2022' },
    ...{ strict: true, esModuleInterop: true, skipLibCheck: true, allowJs: true },
  };
  const config = {
    rootDir: '..',
    testMatch: ['<rootDir>/jest/*.test.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: { '^.+\\.[jt]s$': ['ts-jest', { tsconfig }] },
  };
  edit('ts-jest.config.json', () => JSON.stringify(config));
  const jest = [join(modules, 'jest/bin/jest.js'), '--config', 'jest/ts-jest.config.json'];
  run(process.execPath, [...jest, '--forceExit', '--testTimeout', TEST_TIMEOUT], { cwd, env });
}

/** One file, in a directory with nothing but the migrations: what the router read of the project would not be there. */
function runBundle(place) {
  const { language, modules } = place.project;
  const cwd = copyOf(place, 'bundle');
  const line = "import modules from './modules.js';\n";
  editor(cwd)(`src/app.${language}`, (text) => {
    const shared = text.replace(/^ {2}root: .*\n {2}model: models,$/m, '  ...modules,');
    return (modules === 'cjs' && language === 'js' ? withRequire(line) : line) + shared;
  });
  node({ ...place, cwd }, 'rest-gen/bin/rest-gen.js', 'bundle');

  const alone = `${cwd}-alone`;
  copyProject(join(cwd, 'migrations'), join(alone, 'migrations'));
  copyProject(join(cwd, 'package.json'), join(alone, 'package.json'));
  const outfile = join(alone, modules === 'esm' ? 'server.mjs' : 'server.cjs');
  createRequire(import.meta.url)(join(place.modules, 'esbuild')).buildSync({
    absWorkingDir: cwd,
    entryPoints: [`src/server.${language}`],
    outfile,
    bundle: true,
    platform: 'node',
    format: modules,
    ...BUNDLED[modules],
  });
  copyProject(join(place.modules, '@rest-gen/openapi/assets'), join(alone, 'assets'));
  rmSync(cwd, { recursive: true });
  return serve(place, [outfile], { cwd: alone });
}

/** What each kind of bundle lacks: packages use `require` in one, and `import.meta.url` in the other. */
const BUNDLED = {
  esm: {
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  },
  cjs: {
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'moduleUrl', 'import.meta.dirname': '__dirname' },
  },
};
