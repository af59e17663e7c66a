import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/pack.js';
import { run } from '../../scripts/run.js';
import { npmInstall } from './npm-install.js';
import { startScript } from './start-script.js';

/**
 * @typedef {object} World
 * @property {string} directory - empty, outside of the repository
 * @property {import('../../scripts/pack.js').Tarball[]} tarballs
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * Follow docs/getting-started.md from its beginning to its end: run every command in it, and compare every answer.
 *
 * `rest-gen new` is run from the tarballs and installs nothing; then the tarballs are installed in its place, since the versions that it
 * asks for may not be published yet. In JavaScript the page is followed too, but for what only TypeScript has.
 *
 * @param {'ts' | 'js'} language
 * @param {World} world
 * @returns {Promise<number>} milliseconds from nothing to the first record, installing included
 */
export async function followGuide(language, world) {
  const cli = installCli(world);
  const began = performance.now();
  const state = { cwd: world.directory, server: undefined, answer: '', firstRecord: 0 };
  const blocks = readBlocks();
  try {
    for (const [index, { kind, text }] of blocks.entries()) {
      if (kind === 'http') compareAnswer(state.answer, text);
      const status = statusOf(blocks[index + 1]);
      if (kind === 'sh')
        for (const line of text.split('\n')) await follow(line, { state, world, cli, language, status });
      if (state.firstRecord === 0 && state.answer.startsWith('HTTP/1.1 201'))
        state.firstRecord = performance.now() - began;
    }
  } catch (error) {
    throw new Error(`The server printed:\n${state.server?.output()}`, { cause: error });
  } finally {
    await state.server?.stop();
  }
  return state.firstRecord;
}

// --- internal ---

/** The fenced blocks of the page, in order. */
function readBlocks() {
  const page = readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8');
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, kind, text]) => ({ kind, text }));
}

/** The command line as npx gets it: in a directory of its own, with what it needs. */
function installCli({ directory, tarballs, env }) {
  const files = tarballs.filter(({ name }) => ['rest-gen', '@rest-gen/logic'].includes(name)).map(({ file }) => file);
  return join(npmInstall(`${directory}-cli`, files, env), 'rest-gen/bin/rest-gen.js');
}

async function follow(line, { state, world, cli, language, status }) {
  const { env, tarballs } = world;
  const words = split(line);
  const step = (command, ...args) => run(command, args, { cwd: state.cwd, env });
  if (words[0] === 'cd') {
    state.cwd = join(state.cwd, words[1]);
  } else if (line.startsWith('npx rest-gen new')) {
    step(process.execPath, cli, ...words.slice(2), ...(language === 'js' ? ['--js'] : []), '--no-install');
    const cwd = join(state.cwd, words[3]);
    const options = ['--no-audit', '--no-fund', '--prefer-offline'];
    run('npm', ['install', ...options, ...tarballs.map(({ file }) => file)], { cwd, env });
  } else if (words[0] === 'npx') {
    step(process.execPath, 'node_modules/rest-gen/bin/rest-gen.js', ...words.slice(2));
  } else if (line === 'npm run dev' || line === 'npm start') {
    await state.server?.stop();
    state.server = await startScript(line.split(' ').at(-1), { cwd: state.cwd, env: { ...env, PORT: '0' } });
  } else if (words[0] === 'curl') {
    state.answer = await ask(words.slice(1), state.server, status);
  } else if (language === 'ts' || line !== 'npm run build') {
    step(...words);
  }
}

/** The words of a line of a shell; single quotes are the only ones on the page. */
function split(line) {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

/** Send a request as curl does, and again while the server starts anew after a change. */
async function ask(words, server, status) {
  const data = words[words.indexOf('-d') + 1];
  const body = words.includes('-d')
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: data }
    : {};
  const { pathname, search } = new URL(words.at(-1));
  for (const deadline = Date.now() + 30_000; ; ) {
    const answer = await send(`${server.url()}${pathname}${search}`, body);
    if (Date.now() > deadline || answer.startsWith(status)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function send(url, init) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    return [`HTTP/1.1 ${response.status}`, ...head, '', await response.text()].join('\n');
  } catch {
    return '';
  }
}

/** What the answer to the command of a block begins with: `HTTP/1.1 201`. */
function statusOf(block) {
  return block?.kind === 'http' ? block.text.split(' ').slice(0, 2).join(' ') : '';
}

/** The status and the header fields that the page shows. */
function compareAnswer(answer, expected) {
  const [status, ...fields] = expected.split('\n');
  assert.equal(answer.split('\n')[0], status.split(' ').slice(0, 2).join(' '), answer);
  for (const field of fields)
    assert.ok(answer.includes(field.replace(/^[\w-]+/, (name) => name.toLowerCase())), answer);
}
