// Uses the packages as users do: packs them, installs the tarballs with npm outside the repository, generates projects of every kind, and
// runs each with everything that people run projects with. In each run the modules of the project exist once, a record survives, and the
// documents are complete. Then follows docs/getting-started.md in an empty directory, in TypeScript and in JavaScript.
//
// `packed <text>` does only what has this text in its name, `packed quick` what is marked so.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packAll, ROOT, readManifest, withDirectory } from '../../scripts/pack.js';
import { run } from '../../scripts/run.js';
import { npmInstall } from './npm-install.js';
import { followGuide } from './packed-guide.js';
import { generate, PROJECTS } from './packed-projects.js';
import { installPnp, RUNNERS, servePnp } from './packed-runners.js';
import { userEnvironment } from './user-environment.js';

/** Everything that projects are run with; the versions are those that `rest-gen new` asks for. */
const TOOLS = [
  'supertest@7',
  'mocha@12',
  'cors@2',
  'tsx@4',
  'typescript@5.9',
  '@types/node@20',
  '@types/cors@2',
  '@types/mocha@10',
  '@types/supertest@7',
  '@photostructure/sqlite@1',
];
const OTHER_TOOLS = [
  'vitest@4',
  'jest@30',
  '@types/jest@30',
  'ts-jest@29',
  '@swc/core@1',
  '@swc/jest@0.2',
  '@swc-node/register@1',
  'esbuild@0.28',
];

const [, , given = ''] = process.argv;
const isQuick = given === 'quick';
const only = isQuick ? '' : given;

await withDirectory(async (directory) => {
  const tarballs = packAll(directory);
  const env = { ...userEnvironment(), PROBE: join(ROOT, 'qa/packed/packed-probe.js') };
  const node24 = once(() => installNode(join(directory, 'node'), env));
  const places = [];
  for (const express of [5, 4]) {
    const base = join(directory, `express-${express}`);
    const packages = [`express@${express}`, `@types/express@${express}`, ...TOOLS, ...OTHER_TOOLS];
    const modules = npmInstall(base, [...packages, ...tarballs.map(({ file }) => file)], env);
    const step = (command, ...args) => run(command, args, { cwd: base, env });
    await attempt(`require() and import, Express ${express}`, () => checkEntries(tarballs.flatMap(listEntries), step));
    const cli = (cwd, ...args) =>
      run(process.execPath, [join(modules, 'rest-gen/bin/rest-gen.js'), ...args], { cwd, env });
    if (express === 5) await attempt('npm create rest-gen, quick', () => checkCreate(base, cli, step));
    for (const project of PROJECTS.filter((one) => one.express === express && (one.isQuick || !isQuick))) {
      const cwd = join(base, project.name);
      generate(project, cwd, cli);
      const place = { project, cwd, modules, env, node24 };
      places.push(place);
      for (const [index, { name, runs, run: work }] of RUNNERS.entries()) {
        const DATABASE_URL = `sqlite:./data/${index}.sqlite3`;
        if (runs(project))
          await attempt(`${project.name}, ${name}`, () => work({ ...place, env: { ...env, DATABASE_URL } }));
      }
    }
  }

  if (!isQuick) {
    const pnp = join(directory, 'pnp');
    const withPnp = places.filter(({ project }) => project.express === 5 && project.tests === 'mocha');
    await attempt('ts-esm and js-esm, Yarn PnP', async () => {
      installPnp(pnp, withPnp, tarballs);
      for (const place of withPnp) await servePnp(pnp, place);
    });
  }

  for (const language of isQuick ? ['ts'] : ['ts', 'js']) {
    const guide = join(directory, `guide-${language}`);
    mkdirSync(guide);
    await attempt(`docs/getting-started.md, ${language}`, async () => {
      await followGuide(language, { directory: guide, tarballs, env: userEnvironment() });
    });
  }
});

// --- internal ---

/** Do one thing of many, and say how it went. */
async function attempt(name, work) {
  if (!name.includes(only)) return;
  const began = performance.now();
  try {
    await work();
    console.log(`ok  ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    console.log(`BAD ${name}`, error);
    process.exitCode = 1;
  }
}

/** What `npm create rest-gen` starts writes the files of `rest-gen new`. */
function checkCreate(base, cli, step) {
  const options = ['--no-install', '--js', '--db', 'postgres'];
  step(join(base, 'node_modules/.bin/create-rest-gen'), 'made/shop', ...options);
  cli(base, 'new', 'expected/shop', ...options);
  const filesOf = (folder) =>
    readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [relative(join(base, folder), file), readFileSync(file, 'utf8')]);
  assert.deepEqual(filesOf('made'), filesOf('expected'));
  assert.ok(filesOf('made').length > 10);
}

function once(work) {
  let result;
  return () => {
    result ??= work();
    return result;
  };
}

/** Node 24 or later: this one, or one from npm. */
function installNode(directory, env) {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return join(npmInstall(directory, ['node@24'], env), 'node/bin/node');
}

/** Every name that a package can be loaded by: `@rest-gen/router`, `@rest-gen/model/core`. */
function listEntries({ name, folder }) {
  return Object.keys(readManifest(folder).exports ?? {})
    .filter((path) => path !== './package.json')
    .map((path) => name + path.slice(1));
}

/** `require()` and `import` give the same named exports. Each loads all entries in one process, since starting one takes longer than that. */
function checkEntries(entries, step) {
  const load = (how) => `
    (async () => {
      const hidden = ['__esModule', 'module.exports'];
      for (const entry of ${JSON.stringify(entries)}) {
        const names = Object.keys(${how}).filter((name) => !hidden.includes(name));
        console.log(entry, names.sort().join());
      }
    })()`;
  const linesOf = (...args) =>
    step('node', ...args)
      .trim()
      .split('\n');
  const required = linesOf('--eval', load('require(entry)'));
  const imported = linesOf('--input-type=module', '--eval', load('await import(entry)'));
  assert.deepEqual(required, imported, 'require() and import differ');
  for (const line of required) assert.match(line, /^\S+ \S/, `${line} exports nothing`);
  assert.equal(required.length, entries.length);
}
