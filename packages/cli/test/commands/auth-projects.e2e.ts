import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import {
  BIN,
  cli,
  fileNames,
  makeDirectory,
  PACKAGE,
  put,
  read,
  removeDirectories,
  runNode,
  WORKSPACE,
} from '../fixture.ts';

const MOCHA = join(WORKSPACE, 'node_modules/mocha/bin/mocha.js');
const PASSWORD = 'correct horse battery staple';
const later = { now: new Date('2026-02-02') };
const mysql = await requireServer('mysql');
const servers: ChildProcess[] = [];

after(async () => {
  for (const server of servers) server.kill('SIGKILL');
  removeDirectories();
});

/** Make a project with `rest-gen new`, and the packages of this workspace. */
async function makeNew(flags: string): Promise<string> {
  const cwd = makeDirectory();
  await cli(cwd, `new app --no-install ${flags}`);
  const root = join(cwd, 'app');
  const modules = join(root, 'node_modules');
  mkdirSync(modules);
  const from = join(WORKSPACE, 'node_modules');
  for (const name of readdirSync(from)) symlinkSync(join(from, name), join(modules, name));
  if (!existsSync(join(modules, 'tsx'))) symlinkSync(join(PACKAGE, 'node_modules/tsx'), join(modules, 'tsx'));
  return root;
}

interface Server {
  readonly origin: string;
  /** The next line that it prints and that matches. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Send a request with JSON. */
  send(method: string, path: string, body?: object, token?: string): Promise<{ status: number; body: never }>;
}

/** Start a project. */
async function serve(root: string, file: string): Promise<Server> {
  const env = { ...process.env, PORT: '0', NODE_ENV: 'development' };
  const server = spawn(process.execPath, [file], { cwd: root, env });
  servers.push(server);
  let printed = '';
  const readers = new Set<() => void>();
  const read = (text: Buffer) => {
    printed += text;
    for (const reader of readers) reader();
  };
  server.stdout.on('data', read);
  server.stderr.on('data', read);
  const line = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(printed);
        if (!found) return;
        printed = printed.slice(found.index + found[0].length);
        readers.delete(look);
        resolve(found);
      };
      readers.add(look);
      server.once('exit', () => reject(new Error(printed)));
      look();
    });
  const [origin] = await line(/http:\/\/127\.0\.0\.1:\d+/);
  return {
    origin,
    line,
    async send(method, path, body, token) {
      const headers = {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      };
      const response = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as never };
    },
  };
}

describe('projects with rest-gen auth', function () {
  this.timeout(120_000);

  it('sign users in over HTTP, after a build, and pass their tests', async () => {
    const root = await makeNew('');
    await cli(root, 'controller post title:string! -r --policy');
    expect((await cli(root, 'auth', later)).code).to.equal(0);
    await cli(root, 'controller note author_id:references!:user text:text! -r --owner author_id', {
      now: new Date('2026-02-03'),
    });
    runNode(root, [join(WORKSPACE, 'node_modules/typescript/bin/tsc')]);
    runNode(root, [join(WORKSPACE, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json']);
    const tests = runNode(root, [MOCHA, '--exit']);
    expect(tests).to.contain('begins and ends a session').and.not.contain('To: ann@example.com');
    // The table of `create_auth` is known: the note of the test has an author.
    expect(read(root, 'test/note.test.ts')).to.contain("repository('user')");

    const { send, line } = await serve(root, 'dist/server.js');
    const ann = { email: 'ann@example.com', password: PASSWORD };
    expect((await send('POST', '/user', { ...ann, name: 'Ann' })).status).to.equal(202);
    const [, token] = await line(/To: ann@example\.com\nConfirm your address: \S+\/verify#(\S+)/);
    expect((await send('POST', '/session', ann)).status).to.equal(401);
    expect((await send('POST', '/user/verification', { token })).status).to.equal(204);
    const session = await send('POST', '/session', ann);
    expect(session.status).to.equal(201);
    const { token: bearer, user } = session.body as { token: string; user: { id: number } };
    expect((await send('GET', '/session', undefined, bearer)).body).to.have.nested.property('user.name', 'Ann');
    expect((await send('POST', '/post', { title: 'Hello' })).status).to.equal(401);
    expect((await send('POST', '/post', { title: 'Hello' }, bearer)).status).to.equal(201);
    const own = await send('GET', `/user/${user.id}`, undefined, bearer);
    expect(own.body).to.include({ email: 'ann@example.com' }).and.not.to.have.property('password');
    expect((await send('GET', '/user')).status).to.equal(401);
  });

  it('keep working without policies: what relations lead to stays open, too', async () => {
    const root = await makeNew('--js');
    await cli(root, 'controller post title:string! -r');
    await cli(root, 'migration create_tag name:string! post_id:references!', { now: new Date('2026-01-03') });
    const controller = read(root, 'src/controller/post.js');
    put(
      root,
      'src/controller/post.js',
      controller.replace(
        'extends Rest {',
        'extends Rest {\n  static include = { tags: { key: "post_id", table: "tag", max: 9, fields: ["name"] } };\n',
      ),
    );
    expect(runNode(root, [MOCHA, '--exit'])).to.contain('6 passing');
    const { out, err } = await cli(root, 'auth', { ...later, env: process.env as Record<string, string> });
    expect(err.replace(/\s+/g, ' ')).to.contain('These stay open to everyone, as they were: post, tag.');
    expect(out).to.contain('create     src/policy/tag.js');
    expect(runNode(root, [MOCHA, '--exit'])).to.contain('9 passing');
  });

  it('keep the data of an existing user when somebody signs up with the same address', async () => {
    const root = await makeNew('--js');
    await cli(root, 'migration create_user name:string! email:string phone:string!');
    put(
      root,
      'seeds/1_user.js',
      "export default (models) => models.model('user').add({ name: 'Ann', email: 'ann@example.com', phone: '1' });\n",
    );
    runNode(root, [BIN, 'migrate']);
    runNode(root, [BIN, 'seed']);
    const ran = await cli(root, 'auth', later);
    expect(ran.err.replace(/\s+/g, ' '))
      .to.contain('adds password, verified_at, and makes email unique')
      .and.contain('Users with an address count as verified')
      .and.contain('Everybody who signs up sets these columns of user, which take no null: name, phone.');
    expect(runNode(root, [MOCHA, '--exit'])).to.contain('6 passing');
    runNode(root, [BIN, 'migrate']);

    const { send, line } = await serve(root, 'src/server.js');
    const other = { email: 'ann@example.com', password: 'another horse battery', name: 'Eve', phone: '2' };
    expect((await send('POST', '/user', other)).status).to.equal(202);
    await line(/To: ann@example\.com\nYou have an account/);
    expect((await send('POST', '/session', { email: other.email, password: other.password })).status).to.equal(401);
    expect((await send('POST', '/password', { email: other.email })).status).to.equal(202);
    const [, token] = await line(/Choose another password: \S+\/reset#(\S+)/);
    expect((await send('PUT', '/password', { token, password: PASSWORD })).status).to.equal(204);
    const { body } = await send('POST', '/session', { email: other.email, password: PASSWORD });
    expect(body).to.have.property('user').that.includes({ name: 'Ann', phone: '1' });
  });

  it('are checked with the part of src/auth', async () => {
    const root = await makeNew('--js');
    await cli(root, 'auth', later);
    const check = () => cli(root, 'check', { env: process.env as Record<string, string> });
    const controller = read(root, 'src/controller/token.js');
    expect((await check()).out).not.to.contain('sessionOnly');
    put(root, 'src/controller/token.js', controller.replace('static sessionOnly', 'static sessionOnli'));
    expect((await check()).out)
      .to.contain('C_MEMBER_NAME')
      .and.contain('you mean sessionOnly');
    put(root, 'src/controller/token.js', controller.replace('sessionOnly = true', 'sessionOnly = 1'));
    expect((await check()).out).to.contain('static sessionOnly is 1');
    put(root, 'src/auth.js', "import './nothing.js';\nexport const auth = {};\n");
    expect((await check()).out).to.contain('E_LOAD');
  });

  it('can be tested with vitest', async () => {
    const root = await makeNew('--js --test vitest --db postgres');
    await cli(root, 'auth', later);
    expect(read(root, 'test/auth.test.js')).to.contain("import { describe, it } from 'vitest';");
  });

  it('are not touched by --dry-run: no database is made', async () => {
    const root = await makeNew('--js');
    const before = fileNames(root);
    expect((await cli(root, 'auth --dry-run', later)).out).to.contain('create     src/auth.js');
    expect((await cli(root, 'policy post')).err).to.contain('There is no table "post"');
    expect(fileNames(root)).to.eql(before);
  });

  for (const type of mysql === undefined ? [] : ['int', 'int unsigned', 'bigint unsigned', 'smallint'])
    it(`refer to users of MySQL whose key is ${type}`, async () => {
      const database = await makeDatabase(mysql as string);
      try {
        await database.run(`create table user (id ${type} auto_increment primary key, email varchar(190) not null)`);
        const root = await makeNew('--js --db mysql');
        const env = { DATABASE_URL: database.url };
        expect(runNode(root, [BIN, 'auth', '--oauth', 'github'], env)).to.contain('src/auth.js');
        const migration = fileNames(root).find((path) => path.endsWith('create_auth.js')) as string;
        expect(read(root, migration)).to.contain("alterTable('user'");
        expect(runNode(root, [BIN, 'migrate'], env))
          .to.contain('create_auth')
          .and.contain('create_identity');
        const columns = await database.run(
          "select column_type as type from information_schema.columns where table_schema = database() and column_name = 'user_id'",
        );
        expect(columns).to.have.length(2);
        for (const column of columns) expect(column.type).to.match(new RegExp(`^${type.replace(' ', '\\(\\d+\\) ')}`));
      } finally {
        await database.drop();
      }
    });

  it('refuse another table of the same name, and another key', async () => {
    const taken = await makeNew('--js');
    await cli(taken, 'migration create_token text:string!');
    expect((await cli(taken, 'auth', later)).err)
      .to.contain('creates the table token already')
      .and.contain('E_CONFLICT');
    const keyed = await makeNew('--js');
    put(
      keyed,
      'migrations/20260101000001_create_user.js',
      "export const up = (schema) => schema.createTable('user', (t) => {\n  t.string('code').primary();\n});\n",
    );
    expect((await cli(keyed, 'auth', later)).err).to.contain('The primary key of the table user is code');
  });

  it('overwrite their own files with --force only, and show what they lack with --diff', async () => {
    const root = await makeNew('--js');
    await cli(root, 'controller user name:string! -r');
    const diff = await cli(root, 'auth --diff', later);
    expect(diff.out).to.contain("+  static hidden = ['password'];");
    expect((await cli(root, 'auth --force', later)).out).to.contain('overwrite  src/controller/user.js');
    expect(read(root, 'src/controller/user.js')).to.contain('auth.signUp(this, body)');
  });
});
