import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { COMPILERS } from '../../../../test/compilers.ts';
import { planAuth } from '../../src/plan/plan-auth.ts';
import { addedColumns } from '../../src/plan/plan-auth-migration.ts';
import { findUserTable } from '../../src/plan/user-table.ts';
import { findProject } from '../../src/project/project.ts';
import {
  cli,
  fileNames,
  makeDirectory,
  makeProject,
  put,
  read,
  removeDirectories,
  runNode,
  tree,
  WORKSPACE,
} from '../fixture.ts';

after(removeDirectories);

const FIXTURE = join(WORKSPACE, 'packages/auth/test/fixtures/project');
const MOCHA = join(WORKSPACE, 'node_modules/mocha/bin/mocha.js');
const later = { now: new Date('2026-02-02') };

/** Make a project with `rest-gen new`. */
async function makeNew(flags = ''): Promise<string> {
  const cwd = makeDirectory();
  await cli(cwd, `new app --no-install${flags}`);
  const root = join(cwd, 'app');
  symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
  return root;
}

describe('rest-gen auth', function () {
  this.timeout(120_000);

  it('writes the files that the tests of @rest-gen/auth run', async () => {
    const root = await makeNew();
    await cli(root, 'auth --oauth google,github', later);
    const written = new Map(fileNames(root).map((path) => [path.replace(/\d{13}(?=\d_)/, '2026010100000'), path]));
    const files = readdirSync(FIXTURE, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter(
        (path) =>
          /\.[jt]s$/.test(path) && written.has(path) && !/src\/(?:auth|config\/router|controller\/rest)\./.test(path),
      );
    expect(files).to.have.lengthOf(13);
    for (const path of files) {
      // Sources of a new project import what Node runs, here `.ts`.
      const text = read(root, written.get(path) as string).replace(/(from '\.{1,2}\/[^']+)\.js'/g, "$1.ts'");
      expect(readFileSync(join(FIXTURE, path), 'utf8'), path).to.equal(text);
    }
  });

  for (const [, compiler] of COMPILERS) {
    it(`compiles with ${compiler}`, async () => {
      const root = await makeNew();
      await cli(root, 'auth --oauth google,github', later);
      expect(runNode(root, [join(WORKSPACE, 'node_modules', compiler, 'bin/tsc')])).to.equal('');
    });
  }

  it('compiles with isolatedDeclarations', async () => {
    const root = await makeNew();
    const isolated = '"declaration": true,\n    "isolatedDeclarations": true,\n    "strict"';
    put(root, 'tsconfig.json', read(root, 'tsconfig.json').replace('"strict"', isolated));
    await cli(root, 'auth --oauth google,github', later);
    expect(runNode(root, [join(WORKSPACE, 'node_modules/typescript/bin/tsc')])).to.equal('');
  });

  it('is clean under biome', async () => {
    const root = await makeNew();
    await cli(root, 'auth --oauth google,github', later);
    runNode(root, [join(WORKSPACE, 'node_modules/@biomejs/biome/bin/biome'), 'check', '.']);
  });

  it('keeps a project working: its tests pass before and after', async () => {
    const root = await makeNew(' --js');
    await cli(root, 'controller post title:string! -r');
    await cli(root, 'controller comment postId:references! -r', { now: new Date('2026-01-03') });
    expect(runNode(root, [MOCHA])).to.contain('9 passing');
    const { out, err, code } = await cli(root, 'auth', later);
    expect(code).to.equal(0);
    expect(out).to.contain('create     src/policy/post.js').and.contain('create     src/policy/comment.js');
    expect(err.replace(/\s+/g, ' ')).to.contain('These stay open to everyone, as they were: comment, post.');
    expect(runNode(root, [MOCHA]))
      .to.contain('12 passing')
      .and.contain('begins and ends a session');
    // Again, it changes nothing.
    const before = tree(root);
    expect((await cli(root, 'auth', later)).code).to.equal(0);
    expect(tree(root)).to.eql(before);
  });

  it('signs in with providers whose variables are set', async () => {
    const root = await makeNew(' --js');
    await cli(root, 'auth', later);
    const before = read(root, 'src/auth.js');
    const { out, err, code } = await cli(root, 'auth --oauth github', later);
    expect(code).to.equal(0);
    expect(out)
      .to.contain('create     src/controller/oauth.js')
      .and.contain('create     migrations/20260202000001_create_identity.js')
      .and.contain("['/oauth/:provider', 'rest']")
      .and.contain('update     .env.example');
    expect(read(root, '.env.example')).to.match(
      /\nPUBLIC_URL=\S+\n# github .+\nGITHUB_CLIENT_ID=\nGITHUB_CLIENT_SECRET=\n$/,
    );
    expect(err.replace(/\s+/g, ' '))
      .to.contain('src/auth.js is yours, and was not changed. Import github of @rest-gen/auth, and add to createAuth:')
      .and.contain('Register the redirect URL at the provider: PUBLIC_URL/oauth/github.');
    expect(read(root, 'src/auth.js')).to.equal(before);
    expect(runNode(root, [MOCHA])).to.contain('begins and ends a session');

    const fresh = await makeNew(' --js');
    await cli(fresh, 'auth --oauth github,google', later);
    const program = `
      import request from 'supertest';
      process.env.DATABASE_URL = 'sqlite::memory:';
      const { app, router } = await import('./src/app.js');
      const { status, headers } = await request(app).get('/oauth/github');
      console.log(status, headers.location);
      await router.close();`;
    put(fresh, 'begin.js', program);
    const client = { NODE_ENV: 'test', GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b' };
    expect(runNode(fresh, ['begin.js'], { NODE_ENV: 'test' })).to.equal('404 undefined\n');
    expect(runNode(fresh, ['begin.js'], { ...client, PUBLIC_URL: 'https://api.example.com' }))
      .to.match(/^302 https:\/\/github\.com\/login\/oauth\/authorize\?/)
      .and.contain('redirect_uri=https%3A%2F%2Fapi.example.com%2Foauth%2Fgithub&');
    expect(() => runNode(fresh, ['begin.js'], client)).to.throw('createAuth: url is missing');
    const again = tree(fresh);
    expect((await cli(fresh, 'auth --oauth github,google', later)).code).to.equal(0);
    expect(tree(fresh)).to.eql(again);
  });

  it('refuses providers that there are not, and a table identity that is something else', async () => {
    const root = await makeNew(' --js');
    for (const names of ['facebook', 'github,facebook', ',']) {
      const { err, code } = await cli(root, `auth --oauth ${names}`, later);
      expect(code).to.equal(2);
      expect(err).to.contain('Use some of github, google, separated by commas');
    }
    await cli(root, 'controller identity name:string! -r');
    const { err, code } = await cli(root, 'auth --oauth github', later);
    expect(code).to.equal(3);
    expect(err.replace(/\s+/g, ' ')).to.contain('A migration creates the table identity already');
  });

  it('opens no table where there are policies', async () => {
    const root = await makeNew(' --js');
    await cli(root, 'controller post title:string! -r --policy');
    await cli(root, 'controller tag name:string! -r', { now: new Date('2026-01-03') });
    const { out } = await cli(root, 'auth', later);
    expect(out).not.to.contain('src/policy/tag.js').and.not.contain('create     src/policy/post.js');
  });

  it('adds to a table user that exists what it lacks, and leaves its files alone', async () => {
    const root = await makeNew(' --js');
    await cli(root, 'controller user name:string! email:string!:unique -r');
    const controller = read(root, 'src/controller/user.js');
    const { out, err } = await cli(root, 'auth', later);
    expect(out).to.contain('exists     src/controller/user.js');
    expect(err.replace(/\s+/g, ' '))
      .to.contain('The table user exists. The migration adds password, verified_at. Users with an address count as')
      .and.contain('src/controller/user.js is yours, and was not changed. Add what it lacks of this:')
      .and.contain("static hidden = ['password'];")
      .and.contain('src/logic/user.js is yours');
    expect(read(root, 'src/controller/user.js')).to.equal(controller);
    const migration = fileNames(root).find((path) => path.includes('create_auth')) as string;
    expect(read(root, migration))
      .to.contain("alterTable('user', (t) => {\n    t.string('password');\n    t.datetime('verified_at');\n  });")
      .and.contain('where: { email: { ne: null }, verified_at: null },')
      .and.not.contain("createTable('user'");
    runNode(root, [join(WORKSPACE, 'packages/cli/bin/rest-gen.js'), 'migrate']);
  });

  it('refers to the key of a table user that has another one', async () => {
    const root = makeProject('js-esm', {
      model: true,
      files: {
        'migrations/1_create_user.js':
          "export const up = async (schema) => {\n  await schema.createTable('user', (t) => {\n    t.uuid('id').primary();\n  });\n};\n",
      },
    });
    const project = findProject(root);
    const user = findUserTable(project, undefined);
    expect(user && addedColumns(user)).to.eql(['email', 'name', 'password', 'verified_at']);
    const { files } = planAuth(project, { user, related: [], providers: [], now: later.now });
    const lines = files.find(({ template }) => template === 'migration')?.values.up as string[];
    expect(lines).to.include("  t.references('user_id', 'user', { type: 'uuid', onDelete: 'cascade' }).notNull();");
  });

  it('says what to add to an application of another shape', async () => {
    const files = { 'src/app.js': "import express from 'express';\nexport const app = express();\n" };
    const root = makeProject('js-esm', { model: true, files });
    const { err, code } = await cli(root, 'auth', later);
    expect(code).to.equal(0);
    expect(err).to.contain('createRestRouter({ parts: [auth.part] })').and.contain('app.use(auth.authenticate);');
    expect(err).to.contain('npm install @rest-gen/auth');
  });

  it('writes nothing with --dry-run, and CommonJS where the project has it', async () => {
    const root = makeProject('js-cjs', { model: true });
    const before = tree(root);
    expect((await cli(root, 'auth --dry-run', later)).out).to.contain('create     src/auth.js');
    expect(tree(root)).to.eql(before);
    await cli(root, 'auth', later);
    expect(read(root, 'src/auth.js'))
      .to.contain("const { createAuth } = require('@rest-gen/auth');")
      .and.contain('module.exports = { auth };');
    for (const path of fileNames(root).filter((name) => /^src\/.*\.js$/.test(name))) runNode(root, ['--check', path]);
  });

  it('stops in production before mails are sent', async () => {
    const root = await makeNew(' --js');
    await cli(root, 'auth', later);
    const load = ['--input-type=module', '-e', "await import('./src/mail.js')"];
    expect(() => runNode(root, load, { NODE_ENV: 'production' })).to.throw('src/mail prints mails.');
    runNode(root, load, { NODE_ENV: 'development' });
  });
});
