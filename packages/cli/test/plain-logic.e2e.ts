import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Sends an invalid body to a router whose logic was written without `defineLogic`, so that nothing has loaded `@rest-gen/logic` before. */
const PROGRAM = `
import { createServer } from 'node:http';
import { Controller, createRestRouter } from '@rest-gen/router';
class Post extends Controller { postAction({ body }) { return body; } }
const logics = { post: { postAction: { body: { title: { required: true, string: true } } } } };
const router = createRestRouter({ rules: [['/post', 'rest']], controllers: { post: Post }, logics });
await router.ready;
const server = createServer(router).listen(0, '127.0.0.1', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('http://127.0.0.1:' + server.address().port + '/post', { method: 'POST', headers, body: '{}' });
  console.log(answer.status);
  server.close();
  server.closeAllConnections();
});
`;

describe('a logic without defineLogic', () => {
  for (const [name, flags] of [
    ['Node', []],
    // `require` gives another copy of a package than `import` there.
    ['tsx', ['--import', tsx]],
  ] as const) {
    it(`validates under ${name}`, async () => {
      const cwd = fileURLToPath(new URL('..', import.meta.url));
      const env = { ...process.env, NODE_ENV: 'production' };
      const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', PROGRAM], { cwd, env });
      expect(stdout).to.equal('422\n');
    }).timeout(60_000);
  }
});
