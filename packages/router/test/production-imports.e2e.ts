import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);

/** Writes a line for each module of this package that is loaded, then one for each that a request in production loads. */
const PROGRAM = `
import { register } from 'node:module';
const hook = "import { writeSync } from 'node:fs'; export async function load(url, context, next) { writeSync(1, url + '\\\\n'); return next(url, context); }";
register('data:text/javascript,' + encodeURIComponent(hook));
const { Controller, createRestRouter } = await import('@rest-gen/router');
class Post extends Controller { getAction() { return { id: this.id }; } }
const inspect = () => import('@rest-gen/inspect');
const router = createRestRouter({ inspect, rules: [['/post/:id?', 'rest']], controllers: { post: Post } });
await router.ready;
const { createServer } = await import('node:http');
const server = createServer(router).listen(0, '127.0.0.1', async () => {
  const base = 'http://127.0.0.1:' + server.address().port;
  const statuses = [];
  for (const path of ['/post/7', '/none']) statuses.push((await fetch(base + path)).status);
  console.log('statuses', ...statuses);
  server.close();
  server.closeAllConnections();
});
`;

const QUESTIONS = `
import { Controller, createRestRouter } from '@rest-gen/router';
class Post extends Controller { getAction() { return 1; } }
const inspect = () => import('@rest-gen/inspect');
const router = createRestRouter({ inspect, rules: [['/post/:id?', 'rest']], controllers: { post: Post } });
const explain = () => { try { return router.explain('GET', '/psot/1'); } catch ({ code }) { return code; } };
console.log(router.routes()[0].controller, explain(), router.describe().controllers.get('post').overridesShow);
`;

/** Prints whether Ajv is loaded at the start, and when the process ends. */
const WARM_UP = `
import { createRequire } from 'node:module';
import { Controller, createRestRouter } from '@rest-gen/router';
const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => /node_modules.ajv.dist.core/.test(file));
class Post extends Controller { postAction() { return 1; } }
const logics = { post: { postAction: { body: { title: { string: true } } } } };
await createRestRouter({ rules: [['/post/:id?', 'rest']], controllers: { post: Post }, logics }).ready;
const atStart = isLoaded();
process.on('exit', () => console.log(atStart, isLoaded()));
const wait = Number(process.argv[1]);
if (wait > 0) setTimeout(() => {}, wait);
`;

describe('in production', () => {
  it('neither @rest-gen/inspect nor, without logics, Ajv and validator are loaded', async () => {
    const modules = await loadedIn('production');
    expect(modules.some((url) => url.includes('/packages/router/'))).to.equal(true);
    expect(modules.filter((url) => /\/packages\/inspect\/|\/ajv\/|\/validator\//.test(url))).to.eql([]);
  }).timeout(60_000);

  it('loads Ajv after the start, if there are logics, and ends without waiting for it', async () => {
    for (const [wait, isLoaded] of [
      [2000, true],
      [0, false],
    ]) {
      const args = [...process.execArgv, '--input-type=module', '-e', WARM_UP, String(wait)];
      const options = { env: { ...process.env, NODE_ENV: 'production' }, cwd: new URL('.', import.meta.url) };
      const { stdout } = await run(process.execPath, args, options);
      expect(stdout).to.equal(`false ${isLoaded}\n`);
    }
  }).timeout(60_000);

  it('supports routes and describe, and says what explains', async () => {
    const args = [...process.execArgv, '--input-type=module', '-e', QUESTIONS];
    const options = { env: { ...process.env, NODE_ENV: 'production' }, cwd: new URL('.', import.meta.url) };
    const { stdout, stderr } = await run(process.execPath, args, options);
    expect({ stdout, stderr }).to.eql({ stdout: 'post E_NO_INSPECT false\n', stderr: '' });
  }).timeout(60_000);

  it('loads @rest-gen/inspect at start outside of production', async () => {
    const modules = await loadedIn('development');
    expect(modules.some((url) => url.includes('/packages/inspect/'))).to.equal(true);
  }).timeout(60_000);
});

// --- internal ---

async function loadedIn(NODE_ENV: string): Promise<string[]> {
  const options = { env: { ...process.env, NODE_ENV }, cwd: new URL('.', import.meta.url) };
  const { stdout } = await run(process.execPath, [...process.execArgv, '--input-type=module', '-e', PROGRAM], options);
  expect(stdout).to.include('statuses 200 404');
  return stdout.split('\n').filter((line) => line.startsWith('file:'));
}
