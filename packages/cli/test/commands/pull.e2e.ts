import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import { SqliteClient } from '../../../model/src/stores/sqlite/sqlite-client.ts';
import { fileNames, makeProject, PACKAGE, put, type Ran, read, removeDirectories, start } from '../fixture.ts';

after(removeDirectories);

const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '' };

function run(root: string, line: string): Promise<Ran> {
  return start(PACKAGE, [...line.split(' '), '--cwd', root], env);
}

/** Make the tables of others, with migrations that nothing remembers. */
async function makeTables(root: string): Promise<void> {
  const made = await start(PACKAGE, ['migrate', '--cwd', root], { ...env, SETUP: 'setup' });
  expect(made).to.include({ code: 0 });
  const client = new SqliteClient(join(root, 'app.sqlite3'), 1_000);
  await client.query('delete from rest_gen_migrations', []);
  await client.close();
}

const MODEL = `import { createModels } from '@rest-gen/model';
export default createModels('sqlite:./app.sqlite3', { migrations: process.env.SETUP || 'migrations' });
`;
const TABLES = `export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id(); t.string('title', 80).notNull(); t.text('body'); t.enum('status', ['draft', "it's"]).notNull().default('draft');
    t.references('authorId', 'user'); t.timestamps();
  });
  await schema.createTable('user', (t) => { t.id(); t.string('email').notNull().unique(); t.binary('photo'); t.json('first-name'); });
  await schema.raw("create table page (id integer primary key, blocks json, meta json not null, extra json not null default '{}', \
    n integer, owner integer, twice integer as (n * 2), createdAt datetime not null, updated_at timestamp)");
  await schema.raw("insert into page (meta, n, owner, createdAt) values ('1', 9007199254740991, -9007199254740993, '2026-01-31')");
  await schema.createTable('Order_item', (t) => { t.id(); });
  await schema.createTable('file', (t) => {
    t.id(); t.binary('photo'); t.binary('data').notNull(); t.text('note').notNull(); t.enum('mood', ['', 'a']).notNull();
  });
  await schema.raw('create table pair (a integer, b integer, primary key (a, b)); create table "a b" (id integer primary key)');
  await schema.raw('create table entry (id integer, note text); create index entry_id on entry (id); create table tag (id integer not null unique, note text)');
  await schema.raw('create table alert (id integer primary key, note text, tagid integer references tag (id), p_tagid integer references tag (id), tagid_off integer references tag (id), tagid2 integer references tag (id))');
  await schema.raw('create table measure (at datetime primary key, n integer)');
  await schema.raw("create table arg (kind text not null default 'A', at text not null default (hex(randomblob(4))), place int, primary key (kind, at, place))");
};
`;

const OTHERS = `export const up = async (schema) => {
  await schema.createTable('post', (t) => { t.id(); t.string('title').notNull(); });
  await schema.createTable('tag', (t) => { t.id(); t.string('name'); });
  await schema.createTable('post_tag', (t) => { t.references('post_id', 'post').notNull(); t.references('tag_id', 'tag').notNull(); t.timestamps(); });
  await schema.createTable('session', (t) => { t.uuid('id').primary(); t.text('data'); });
  await schema.createTable('member', (t) => { t.id(); t.string('password_hash').notNull(); t.integer('token_count'); });
};
`;

describe('rest-gen migrate --pull', function () {
  this.timeout(120_000);

  it('writes resources for the tables, and changes none that exist', async () => {
    const root = makeProject('js-esm', {
      model: true,
      files: { 'src/config/model.js': MODEL, 'setup/1_t.js': TABLES },
    });
    await makeTables(root);
    put(
      root,
      'src/logic/user.js',
      "import { defineLogic } from '@rest-gen/logic';\nexport default defineLogic({ postAction: { body: { email: { email: true } } } });\n",
    );
    const preview = await run(root, 'migrate --pull --dry-run');
    expect(preview.code).to.equal(0);
    expect(fileNames(root).filter((file) => file.startsWith('src/controller'))).to.deep.equal([]);
    const { code, out, err } = await run(root, 'migrate --pull');
    const timeless = (text: string): string => text.replace(/\d{14}_baseline/, 'time_baseline');
    expect(timeless(out))
      .to.equal(timeless(preview.out))
      .and.to.equal(`create     src/controller/rest.js
create     src/controller/Order_item.js
create     src/logic/Order_item.js
create     src/config/router.js  ['/Order_item/:id?', 'rest']
create     src/controller/alert.js
create     src/logic/alert.js
create     src/config/router.js  ['/alert/:id?', 'rest']
create     src/controller/arg.js
create     src/logic/arg.js
create     src/config/router.js  ['/arg/:id?', 'rest']
create     src/controller/file.js
create     src/logic/file.js
create     src/config/router.js  ['/file/:id?', 'rest']
create     src/controller/page.js
create     src/logic/page.js
create     src/config/router.js  ['/page/:id?', 'rest']
create     src/controller/pair.js
create     src/logic/pair.js
create     src/config/router.js  ['/pair/:id?', 'rest']
create     src/controller/post.js
create     src/logic/post.js
create     src/config/router.js  ['/post/:id?', 'rest']
create     src/controller/tag.js
create     src/logic/tag.js
create     src/config/router.js  ['/tag/:id?', 'rest']
create     src/controller/user.js
exists     src/logic/user.js
create     src/config/router.js  ['/user/:id?', 'rest']
create     migrations/time_baseline.js
`);
    expect(code).to.equal(0);
    expect(err)
      .to.contain('a b has no controller')
      .and.contain('entry has no controller: it has no primary key.')
      .and.match(/measure has no controller: The primary key\s+"at"/)
      .and.not.contain('pair');
    expect(read(root, 'src/logic/post.js')).to.contain(`const fields = {
  title: { required: true, string: true, length: { min: 0, max: 80 } },
  body: { string: true, nullable: true },
  status: { in: ['draft', 'it\\'s'] },
  authorId: { int: true, nullable: true },
};`);
    expect(read(root, 'src/logic/file.js')).to.contain(`const fields = {
  photo: { base64: true, nullable: true },
  data: { required: true, base64: true, length: { min: 0 } },
  note: { required: true, string: true, length: { min: 0 } },
  mood: { required: true, in: ['', 'a'], length: { min: 0 } },
};`);
    expect(read(root, 'src/logic/arg.js')).to.contain(`const fields = {
  kind: { string: true, length: { min: 0 }, createOnly: true },
  place: { required: true, int: true, createOnly: true },
};`);
    expect(read(root, 'src/logic/page.js')).to.contain(`const fields = {
  blocks: { nullable: true },
  meta: { required: true },
  extra: {},
  n: { int: true, nullable: true },
  owner: { bigint: true, nullable: true },
};`);
    expect(read(root, 'src/controller/post.js')).to.contain(`static include = {
    author: true,
  };`);
    expect(read(root, 'src/controller/alert.js')).to.contain(`static include = {
    tag: { table: 'tag', key: 'tagid', one: true },
    p_tag: { table: 'tag', key: 'p_tagid', one: true },
    tag_off: { table: 'tag', key: 'tagid_off', one: true },
    tag2: { table: 'tag', key: 'tagid2', one: true },
  };`);
    expect(read(root, 'src/controller/user.js')).to.contain(`static include = {
    posts: { table: 'post' },
  };`);
    const checked = await run(root, 'check');
    expect(checked).to.deep.include({ code: 0, err: '' });
    expect(checked.out).not.to.contain('logic/file');
    expect((await run(root, 'routes')).out)
      .to.contain('/post')
      .and.contain('/user')
      .and.contain('/Order_item');
    const again = await run(root, 'migrate --pull');
    expect(again.out).to.contain('identical  src/logic/post.js').and.contain('exists     src/logic/user.js');
    expect(again.out).not.to.contain('create');
  });

  it('lists tables that look like secrets, link tables and tables of migrations, and opens what is named', async () => {
    const root = makeProject('js-esm', {
      model: true,
      files: {
        'src/config/model.js': MODEL,
        'setup/1_t.js': OTHERS,
        'migrations/1_own.js': "export const up = (schema) => schema.createTable('own', (t) => { t.id(); });\n",
      },
    });
    await makeTables(root);
    expect(await run(root, 'migrate')).to.include({ code: 0 });
    const { out, err } = await run(root, 'migrate --pull');
    const controllers = () => fileNames(root).filter((file) => /^src\/controller\/(?!rest)/.test(file));
    expect(controllers()).to.deep.equal(['src/controller/post.js', 'src/controller/tag.js']);
    expect(out).not.to.contain('session');
    const notes = err.replaceAll(/\n {6}/g, ' ');
    expect(notes)
      .to.contain(
        'member is not opened: the column password_hash may hold secrets. To open it: rest-gen migrate --pull member',
      )
      .and.contain('own is not opened: migrations/1_own.js made it, without a controller')
      .and.contain('post_tag is not opened: it links two other tables')
      .and.contain('session is not opened: its name is that of a table with secrets');
    expect(read(root, 'src/controller/post.js')).to.contain("tags: { table: 'tag', through: 'post_tag' },");

    const named = await run(root, 'migrate --pull member s* --except tag');
    expect(named.err).to.contain('session is not opened').and.not.contain('own is');
    expect(controllers()).to.deep.equal(['member', 'post', 'tag'].map((name) => `src/controller/${name}.js`));
    expect(read(root, 'src/controller/member.js')).to.contain("static hidden = ['password_hash'];");
    expect(read(root, 'src/logic/member.js')).to.contain(
      'password_hash: { required: true, string: true, length: { min: 0, max: 255 }, createOnly: true },',
    );
    expect(await run(root, 'check')).to.include({ code: 0 });
    put(
      root,
      'src/controller/member.js',
      "import Rest from './rest.js';\nexport default class Member extends Rest {}\n",
    );
    expect((await run(root, 'check')).out)
      .to.contain('C_SECRET_SHOWN')
      .and.contain('password_hash');
    const unknown = await run(root, 'migrate --pull membr');
    expect(unknown).to.include({ code: 2 });
    expect(unknown.err).to.contain('Did you mean member?');
  });
});
