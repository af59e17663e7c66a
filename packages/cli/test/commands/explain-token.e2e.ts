import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, copy, makeDirectory, put, removeDirectories, start, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

const env = { ...(process.env as Record<string, string>), NO_COLOR: '1' };

/** Adds a user with a post; prints a session, an API token that reads, and one that has ended. */
const SEED = `
import { once } from 'node:events';
import { hashPassword } from '@rest-gen/auth';
import { app } from './src/app.js';
import models from './src/config/model.js';

const password = 'correct horse battery staple';
const verified_at = new Date();
await models.model('user').insert({ email: 'ann@example.com', password: await hashPassword(password), verified_at });
await models.model('post').insert({ title: 'Hello' });
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const post = async (path, body, token) => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) };
  const url = 'http://127.0.0.1:' + server.address().port + path;
  const { token: made } = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  return made;
};
const session = await post('/session', { email: 'ann@example.com', password });
const api = await post('/token', { name: 'reads', abilities: ['read'] }, session);
const ended = await post('/token', { name: 'ended', expires_at: '2020-01-01T00:00:00Z' }, session);
process.stdout.write(JSON.stringify({ session, api, ended }));
process.exit();
`;

describe('rest-gen explain --as a token', function () {
  this.timeout(120_000);
  let root: string;
  let tokens: Record<'session' | 'api' | 'ended', string>;

  before(async () => {
    const cwd = makeDirectory();
    await cli(cwd, 'new app --js --no-install');
    root = join(cwd, 'app');
    symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
    await cli(root, 'controller post title:string! -r --policy');
    await cli(root, 'auth', { now: new Date('2026-02-02') });
    expect(await start(root, ['migrate'])).to.include({ code: 0 });
    put(root, 'seed.mjs', SEED);
    const out = execFileSync(process.execPath, ['seed.mjs'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    tokens = JSON.parse(out.slice(out.lastIndexOf('{')));
  });

  const explain = (request: string, token: string, from = root, more = {}) =>
    cli(from, [...['explain', ...request.split(' ')], `--as=${token}`], { env: { ...env, ...more } });

  for (const [kind, request, verdict, line] of [
    ['session', 'PATCH /post/1', 'allowed', 'session'],
    ['session', 'PATCH /post/2', '404: there is no such record', 'session'],
    ['api', 'GET /post/1', 'allowed', 'api, has read; needs post:read'],
    ['api', 'PATCH /post/1', '403 E_ABILITY', 'api, has read; needs post:write: 403 E_ABILITY'],
    ['api', 'GET /token', '403 E_SESSION', 'api, has read; needs a session: 403 E_SESSION'],
  ] as const) {
    it(`says "${verdict}" for ${request} with the token of kind ${kind}`, async () => {
      const { code, out, err } = await explain(request, tokens[kind]);
      expect({ code, err }).to.eql({ code: 0, err: '' });
      expect(out)
        .to.include(`verdict     ${verdict} (as`)
        .and.include('"email":"ann@example.com"')
        .and.match(new RegExp(`\\ntoken {7}${line}\\n$`))
        .and.not.include(tokens[kind]);
    });
  }

  it('shows the token of a table without a policy, also as JSON', async () => {
    expect((await explain('DELETE /session', tokens.api)).out).to.match(
      /\n\ntoken {7}api, has read; needs session:write: 403 E_ABILITY\n$/,
    );
    const { out } = await cli(root, ['explain', '/session', `--as=${tokens.api}`, '--json'], { env });
    expect(JSON.parse(out).token).to.eql({ kind: 'api', abilities: ['read'], needs: 'session:read' });
  });

  it('refuses a token that is not valid, or has ended', async () => {
    for (const token of ['a-token-of-nobody', tokens.ended]) {
      const { code, out, err } = await explain('/post', token);
      expect({ code, out }).to.eql({ code: 2, out: '' });
      expect(err).to.include('The token of --as is not valid, or it has ended. (E_TOKEN)').and.not.include(token);
    }
  });

  it('says that the database cannot be reached', async () => {
    const { code, err } = await explain('/session', tokens.session, root, { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    expect(code).to.equal(1);
    expect(err.replace(/\s+/g, ' ')).to.include('The token cannot be read from the database: No server of the store');
  });

  it('needs src/auth with findUser', async () => {
    const other = copy(root);
    put(other, 'src/auth.js', 'export const auth = {};\n');
    const told = async () => (await explain('/post', 'a-token', other)).err.replace(/\s+/g, ' ');
    expect(await told())
      .to.include('src/auth does not export "auth" with findUser(token), which')
      .and.include('(E_NO_AUTH)');
    for (const path of ['src/auth.js', 'src/controller', 'src/config/router.js']) {
      rmSync(join(other, path), { recursive: true });
    }
    put(other, 'src/config/router.js', 'export default [];\n');
    expect(await told()).to.include('There is no src/auth, which knows the tokens of --as. (E_NO_AUTH)');
    expect((await explain('/post', 'a-token', other)).code).to.equal(4);
  });

  it('has the security schemes of src/auth in the OpenAPI document', async () => {
    const { out } = await cli(root, 'openapi', { env });
    const { components, paths } = JSON.parse(out);
    expect(Object.keys(components.securitySchemes)).to.eql(['bearer', 'session']);
    expect(paths['/session'].post).to.include({ 'x-sign-in': 'bearer' }).and.deep.include({ security: [] });
  });
});
