// Uses the packages as users do: packs them, installs the tarballs with npm in empty directories outside the repository, generates a
// controller there, starts the server, writes and reads over HTTP, and looks whether the record survives a restart. Then follows
// docs/getting-started.md in an empty directory, in TypeScript and in JavaScript.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packAll, readManifest, withDirectory } from './pack.js';
import { followGuide } from './packed-guide.js';
import { PROJECTS } from './packed-projects.js';
import { run } from './run.js';
import { startServer } from './start-server.js';

/** What npm and pnpm add for their scripts, and settings of this project's servers. */
const ADDED = /^(?:p?npm_.*|NODE_ENV|NODE_OPTIONS|DATABASE_URL|DEBUG|INIT_CWD)$/i;
/** How npm reaches the registry; of the rest pnpm's `globalconfig` hides npm's own global settings, certificates included. */
const NETWORK = /^npm_config_(?:registry|cache|userconfig|cafile|(?:https?_)?proxy|noproxy|strict_ssl)$/i;

await withDirectory(async (directory) => {
  const tarballs = packAll(directory);
  const failed = [];
  for (const [index, project] of PROJECTS.entries()) {
    const began = performance.now();
    try {
      await tryProject(project, join(directory, `project-${index + 1}`), tarballs);
      console.log(`ok  ${project.name} (${Math.round((performance.now() - began) / 1000)} s)`);
    } catch (error) {
      console.log(`BAD ${project.name}`, error);
      failed.push(project.name);
    }
  }
  for (const language of ['ts', 'js']) {
    const name = `docs/getting-started.md, ${language}`;
    const guide = join(directory, `guide-${language}`);
    mkdirSync(guide);
    try {
      const time = await followGuide(language, { directory: guide, tarballs, env: userEnvironment() });
      console.log(`ok  ${name} (first record after ${(time / 1000).toFixed(1)} s)`);
    } catch (error) {
      console.log(`BAD ${name}`, error);
      failed.push(name);
    }
  }
  if (failed.length > 0) process.exitCode = 1;
});

// --- internal ---

/**
 * @param {import('./packed-projects.js').Project} project
 * @param {string} cwd - does not exist yet
 * @param {import('./pack.js').Tarball[]} tarballs
 */
async function tryProject(project, cwd, tarballs) {
  mkdirSync(cwd);
  const step = (command, ...args) => run(command, args, { cwd, env: userEnvironment() });
  writeFiles(cwd, project.before);
  step(
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    ...project.install,
    ...tarballs.map((t) => t.file),
  );
  checkEntries(tarballs.flatMap(listEntries), step);
  step('npx', '--no', 'rest-gen', 'controller', 'post', '-r');
  writeFiles(cwd, project.app);
  if (project.build) step(...project.build);
  // What was published loads the project in a process of its own: sources, or what was built of them.
  assert.match(
    step('npx', '--no', 'rest-gen', 'routes'),
    /\n1 {2}\['\/post\/:id\?', 'rest'\]\n +post .*controller\/post\.[jt]s\n/,
  );
  step('npx', '--no', 'rest-gen', 'explain', 'DELETE', '/post/1');

  const post = { id: 1, title: 'Hello' };
  await withServer(project.start, cwd, async (url) => {
    assertPart((await request(201, `${url}/post`, { title: 'Hello' })).body, post);
    assertPart((await request(200, `${url}/post`)).body[0], post);
    assertPart((await request(200, `${url}/post/1`)).body, post);
    await request(422, `${url}/post`, { title: 12 });
    await request(404, `${url}/post/2`);
  });
  await withServer(project.start, cwd, async (url) => {
    assertPart((await request(200, `${url}/post/1`)).body, post);
  });
}

/** What a user's shell has. */
function userEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name) || !ADDED.test(name)));
}

function writeFiles(cwd, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

/** Every name that a package can be loaded by: `@rest-gen/router`, `@rest-gen/router/model`. */
function listEntries({ name, folder }) {
  return Object.keys(readManifest(folder).exports)
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

async function withServer(entry, cwd, work) {
  const server = await startServer(entry, { cwd, env: userEnvironment() });
  try {
    await work(server.url);
  } catch (error) {
    throw new Error(`The server printed:\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** GET, or POST where there is a body. */
async function request(status, url, body) {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(30_000),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.equal(response.status, status, `${body ? 'POST' : 'GET'} ${url} answered ${response.status}: ${text}`);
  return { response, body: JSON.parse(text) };
}

function assertPart(actual, expected) {
  const part = Object.fromEntries(Object.keys(expected).map((key) => [key, actual?.[key]]));
  assert.deepEqual(part, expected);
}
