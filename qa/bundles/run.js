// Packs a generated project with each bundler of docs/bundles.md, as that page says, and compares what the bundles answer with what the project answers.
// `bundles <text>` runs the sections that have this text in their name.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { packAll, ROOT, readManifest, withDirectory } from '../../scripts/pack.js';
import { run } from '../../scripts/run.js';
import { startServer } from '../packed/start-server.js';

/** The first creates a record, the second is refused, the last is the documentation page. */
const REQUESTS = [
  ['POST', '/author', { name: 'Ada' }],
  ['POST', '/author', { name: 7 }],
  ['POST', '/post', { title: 'One', author_id: 1 }],
  ['POST', '/post', { title: 'Two', author_id: 99 }],
  ['PATCH', '/author/1', { name: 'Lin' }],
  ['GET', '/post?author_id=1&sort=-id&limit=1'],
  ['GET', '/post?nothing=1'],
  ['GET', '/author/77'],
  ['DELETE', '/author'],
  ['GET', '/nothing'],
  ['GET', '/ready'],
  ['GET', '/docs/openapi.json'],
  ['GET', '/docs/'],
];

const PROJECT = join(ROOT, 'qa/bundles/generated');
const AWAY = join(ROOT, 'qa/bundles/generated-away');
const CLI = join(ROOT, 'packages/cli/bin/rest-gen.js');
const only = process.argv[2] ?? '';
const sections = readFileSync(join(ROOT, 'docs/bundles.md'), 'utf8').split('\n## ').slice(1).map(readSection);
const copied = sections.find(({ title }) => title === 'What else the bundle needs').commands[0];
const { NODE_ENV: _, NODE_OPTIONS: __, DATABASE_URL: ___, DEBUG: ____, ...env } = process.env;

try {
  await withDirectory(async (directory) => {
    createProject(packAll(directory));
    const expected = { development: await ask(PROJECT, 'dist/server.js', 'development') };
    expected.production = await ask(PROJECT, 'dist/server.js', 'production');
    const bundles = sections.filter(isBundler).flatMap((section) => pack(section, directory));
    // A bundle that still reads what it was made from fails now.
    renameSync(PROJECT, AWAY);
    for (const { name, place, entry } of bundles) {
      for (const mode of ['development', 'production']) {
        await attempt(`${name}, ${mode}`, async () => assert.deepEqual(await ask(place, entry, mode), expected[mode]));
      }
    }
  });
} finally {
  for (const path of [PROJECT, AWAY]) rmSync(path, { recursive: true, force: true });
}

// --- internal ---

/** A section of the page: its files, and its commands, each of which makes a bundle. */
function readSection(text) {
  const blocks = (language) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block);
  return { title: text.split('\n', 1)[0], files: blocks('js'), commands: blocks('sh') };
}

function isBundler({ title, commands }) {
  return commands.length > 0 && commands[0] !== copied && title.toLowerCase().includes(only.toLowerCase());
}

/** A project with two resources, compiled; its packages are those of the tarballs. */
function createProject(tarballs) {
  for (const path of [PROJECT, AWAY]) rmSync(path, { recursive: true, force: true });
  const cli = (...args) => run(process.execPath, [CLI, ...args], { cwd: dirname(PROJECT), env });
  cli('new', 'generated', '--no-install');
  const { devDependencies, ...manifest } = readManifest(PROJECT);
  const kept = Object.entries(devDependencies).filter(([name]) =>
    /^(?:typescript|@types\/(?:node|express|cors))$/.test(name),
  );
  writeFileSync(
    join(PROJECT, 'package.json'),
    JSON.stringify({ ...manifest, devDependencies: Object.fromEntries(kept) }),
  );
  cli('--cwd', PROJECT, 'controller', 'author', 'name:string!', '-r');
  cli('--cwd', PROJECT, 'controller', 'post', 'title:string!', 'body:text', 'author:references', '-r');
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs.map(({ file }) => file)], {
    cwd: PROJECT,
    env,
  });
  cli('--cwd', PROJECT, 'bundle');
  const file = join(PROJECT, 'src/app.ts');
  const text = readFileSync(file, 'utf8');
  const changed = text
    .replace(/^ {2}root: .*\n {2}model: models,$/m, '  ...modules,')
    .replace(/^import models from .*$/m, "$&\nimport modules from './modules.js';");
  assert.notEqual(changed, text);
  writeFileSync(file, changed);
  run('npm', ['run', 'build'], { cwd: PROJECT, env });
}

/** Make the bundles of a section, and copy each into a directory of its own. */
function pack({ title, files, commands }, directory) {
  for (const text of files) writeFileSync(join(PROJECT, text.slice('// '.length, text.indexOf('\n'))), text);
  return commands.flatMap((command, index) => {
    const name = commands.length > 1 ? `${title} ${index + 1}` : title;
    const place = join(directory, name.replaceAll(' ', '-'));
    const isMade = attemptNow(`${name}, is made`, () => {
      rmSync(join(PROJECT, 'out'), { recursive: true, force: true });
      shell(command);
      mkdirSync(place);
      shell(copied.replaceAll('/srv/shop', place));
      copyDriver(place);
    });
    const entry = isMade && readdirSync(join(place, 'out')).find((one) => /^server\.[cm]?js$/.test(one));
    return isMade ? [{ name, place, entry: `out/${entry}` }] : [];
  });
}

/** Run commands of the page; `npx` would ask the registry. */
function shell(commands) {
  const PATH = `${join(ROOT, 'qa/bundles/node_modules/.bin')}:${join(PROJECT, 'node_modules/.bin')}:${process.env.PATH}`;
  return run('sh', ['-ec', commands.replaceAll('npx ', '')], { cwd: PROJECT, env: { ...env, PATH } });
}

/** Versions of Node without one of their own need a driver for SQLite. */
function copyDriver(place) {
  for (const name of ['@photostructure/sqlite', 'node-gyp-build', 'node-addon-api', 'bindings', 'file-uri-to-path']) {
    const from = join(PROJECT, 'node_modules', name);
    if (existsSync(from)) cpSync(from, join(place, 'node_modules', name), { recursive: true });
  }
}

/** Start a server, send it requests, and give back what it answered. In production, the tables are those that development has made. */
async function ask(cwd, entry, NODE_ENV) {
  const server = await startServer(['--no-warnings', entry], { cwd, env: { ...env, NODE_ENV, PORT: '0' } });
  const answers = [];
  try {
    for (const [method, path, body] of REQUESTS) {
      const response = await fetch(server.url + path, {
        method,
        headers: body && { 'Content-Type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      const fields = ['content-type', 'location', 'allow', 'link'].map((field) => response.headers.get(field));
      const text = (await response.text()).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
      answers.push({ method, path, status: response.status, fields, text });
    }
  } finally {
    await server.stop();
  }
  assert.deepEqual([answers[0].status, answers[1].status, answers.at(-1).status], [201, 422, 200], server.output());
  return answers;
}

async function attempt(name, work) {
  try {
    await work();
    console.log(`ok  ${name}`);
  } catch (error) {
    console.log(`BAD ${name}`, error);
    process.exitCode = 1;
  }
}

function attemptNow(name, work) {
  try {
    work();
    return true;
  } catch (error) {
    console.log(`BAD ${name}`, error);
    process.exitCode = 1;
    return false;
  }
}
