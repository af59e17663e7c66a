import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { expect } from 'chai';
import {
  cli,
  fileNames,
  makeDirectory,
  makeProject,
  put,
  read,
  removeDirectories,
  tree,
  WORKSPACE,
} from '../fixture.ts';

after(removeDirectories);

const TIME = '20260102030405';

describe('rest-gen migration', () => {
  const project = (files: Record<string, string> = {}) => makeProject('js-esm', { model: true, files });
  const opened: Models[] = [];
  afterEach(async () => {
    for (const models of opened.splice(0)) await models.close();
  });

  /** Models on a database of their own, with the migrations of a project. */
  function models(root: string): Models {
    const made = createModels('sqlite::memory:', { migrations: join(root, 'migrations'), autoMigrate: false });
    opened.push(made);
    return made;
  }

  it('writes the same table as controller', async () => {
    const fields = ['title:string!', 'slug:string:unique', 'authorId:references'];
    const [one, other] = [project(), project()];
    expect(await cli(one, ['migration', 'create_post', ...fields])).to.deep.equal({
      code: 0,
      out: `create     migrations/${TIME}_create_post.js\n`,
      err: 'note  No migration creates the table author, which authorId refers to.\n',
    });
    await cli(other, ['controller', 'post', ...fields, '-r']);
    const file = `migrations/${TIME}_create_post.js`;
    expect(read(one, file)).to.equal(read(other, file));
    expect(fileNames(one)).to.deep.equal([file, 'package.json']);
  });

  it('adds columns to a table, and drops them again', async () => {
    const root = project({ 'migrations/20260101000000_create_post.js': '' });
    expect(await cli(root, 'migration add_summary_to_post summary:text views:integer!')).to.deep.equal({
      code: 0,
      out: `create     migrations/${TIME}_add_summary_to_post.js\n`,
      err: '',
    });
    expect(read(root, `migrations/${TIME}_add_summary_to_post.js`)).to.equal(
      [
        "/** @type {import('@rest-gen/model').Migration} */",
        'export const up = async (schema) => {',
        "  await schema.alterTable('post', (t) => {",
        "    t.text('summary');",
        "    t.integer('views').notNull().default(0);",
        '  });',
        '};',
        '',
        "/** @type {import('@rest-gen/model').Migration} */",
        'export const down = async (schema) => {',
        "  await schema.alterTable('post', (t) => {",
        "    t.drop('summary');",
        "    t.drop('views');",
        '  });',
        '};',
        '',
      ].join('\n'),
    );
  });

  it('writes migrations that can be applied and reverted, with columns of every type', async () => {
    const root = project();
    const types =
      'a:string! b:text! c:integer! d:bigint! e:decimal! f:double! g:boolean! h:date! i:datetime! j:json! k:uuid! l:string:unique m:text:index';
    await cli(root, 'migration create_post title:string!');
    await cli(root, 'migration create_tag name:string!:unique');
    const added = await cli(root, `migration add_all_to_post ${types} tagId:references!`);
    expect(added.err.replace(/\s+/g, ' ')).to.contain('These columns allow null').and.contain('h, i, k, tagId.');
    await cli(root, 'migration remove_title_from_post title:string!');
    await cli(root, 'migration idempotency_key');
    const all = models(root);
    // A row that exists before the columns are added.
    put(
      root,
      `migrations/${TIME.slice(0, -2)}06_row.js`,
      'export const up = (schema) => schema.raw("insert into post (title) values (\'a\')");\n',
    );
    const { applied } = await all.migrate();
    expect(applied).to.have.length(6);
    expect(await all.model('post').field('a,c,e,h,j,tagId').find()).to.deep.equal({
      a: '',
      c: 0,
      e: '0.00',
      h: null,
      j: {},
      tagId: null,
    });
    for (let count = 0; count < 3; count += 1) await all.migrateDown();
    expect([...(await all.repository('post').describe()).columns.keys()].sort()).to.deep.equal([
      'created_at',
      'id',
      'title',
      'updated_at',
    ]);
    expect((await all.migrate()).applied).to.have.length(3);
  });

  it('records the changes of a table, and ends it', async () => {
    const root = project();
    await cli(root, 'migration create_post title:string!');
    expect(await cli(root, 'migration record_changes_of_post')).to.include({ code: 0, err: '' });
    expect((await cli(root, 'migration record_changes_of_page title:string')).err).to.contain('E_USAGE');
    const all = models(root);
    await all.migrate();
    expect(await all.changes.tables())
      .to.have.length(1)
      .and.have.nested.property('[0]')
      .that.includes({
        table: 'post',
        keep: 7 * 86_400,
      });
    await all.migrateDown();
    expect(await all.changes.tables()).to.deep.equal([]);
  });

  it('writes the tables of webhooks, as their tests have them', async () => {
    const root = project();
    await cli(root, 'migration webhook_delivery');
    const tested = 'packages/changes/test/migrations/20260102000000_create_webhook_delivery.js';
    expect(read(root, `migrations/${TIME}_create_webhook_delivery.js`)).to.equal(
      readFileSync(join(WORKSPACE, tested), 'utf8'),
    );
  });

  it('writes the table of jobs, as their tests have it', async () => {
    const root = project();
    await cli(root, 'migration scheduled_job');
    const tested = 'packages/changes/test/migrations/20260103000000_create_scheduled_job.js';
    expect(read(root, `migrations/${TIME}_create_scheduled_job.js`)).to.equal(
      readFileSync(join(WORKSPACE, tested), 'utf8'),
    );
  });

  it('writes the table for Idempotency-Key', async () => {
    const root = project();
    expect((await cli(root, 'migration idempotency_key')).out).to.equal(
      `create     migrations/${TIME}_create_idempotency_key.js\n`,
    );
    expect((await cli(root, 'migration create_idempotency_key')).out).to.equal(
      `exists     migrations/${TIME}_create_idempotency_key.js\n`,
    );
    const all = models(root);
    await all.migrate();
    const { columns, primaryKey } = await all.repository('idempotency_key').describe();
    expect(primaryKey).to.deep.equal(['id']);
    expect(
      [...columns.values()].map(({ name, type, nullable }) => `${name} ${type}${nullable ? '?' : ''}`),
    ).to.deep.equal([
      'id string',
      'fingerprint string',
      'status integer?',
      'headers json?',
      'body string?',
      'locked_until datetime',
      'created_at datetime',
    ]);
    expect(columns.get('created_at')?.hasDefault).to.equal(true);
  });

  it('writes an empty migration for any other name', async () => {
    const root = project();
    const ran = await cli(root, 'migration fill-summary');
    expect(ran).to.deep.equal({
      code: 0,
      out: `create     migrations/${TIME}_fill_summary.js\n`,
      err: 'note  The migration is empty: write its steps.\n',
    });
    const { up, down } = await import(pathToFileURL(join(root, `migrations/${TIME}_fill_summary.js`)).href);
    await up({});
    expect(await down({}).catch(({ message }: Error) => message)).to.contain('cannot be reverted');
    expect((await cli(root, 'migration add_x_to_post')).err)
      .to.contain('No fields were given')
      .and.contain('No migration creates the table post');
  });

  it('gives each migration its own time, and writes none twice', async () => {
    const root = project();
    for (const name of ['create_post', 'add_a_to_post', 'fill']) await cli(root, `migration ${name}`);
    expect(fileNames(root).filter((name) => name.startsWith('migrations/'))).to.deep.equal([
      `migrations/${TIME}_create_post.js`,
      `migrations/${TIME.slice(0, -1)}6_add_a_to_post.js`,
      `migrations/${TIME.slice(0, -1)}7_fill.js`,
    ]);
    const before = tree(root);
    for (const name of ['create_post', 'add_a_to_post', 'fill']) {
      const ran = await cli(root, `migration ${name}`, { now: new Date('2030-01-01') });
      expect(ran).to.include({ code: 0 });
      expect(ran.out).to.match(/^exists {5}migrations/);
    }
    expect(tree(root)).to.deep.equal(before);
  });

  it('writes nothing with --dry-run', async () => {
    const root = project();
    const before = tree(root);
    const ran = await cli(root, 'migration create_post title:string! --dry-run --json');
    expect(JSON.parse(ran.out)).to.deep.equal({
      command: 'migration',
      name: 'create_post',
      root,
      dryRun: true,
      written: false,
      files: [{ status: 'create', path: `migrations/${TIME}_create_post.js` }],
      notes: ['Nothing was written.'],
    });
    expect(tree(root)).to.deep.equal(before);
  });

  const REFUSED: [line: string, code: string, exit: number][] = [
    ['migration a.b', 'E_NAME', 2],
    ['migration create_post title', 'E_FIELD', 2],
    ['migration fill a:string', 'E_USAGE', 2],
    ['migration idempotency_key a:string', 'E_USAGE', 2],
    ['migration create_post --rest', 'E_USAGE', 2],
  ];
  for (const [line, code, exit] of REFUSED) {
    it(`refuses ${line}`, async () => {
      const root = project();
      const before = tree(root);
      const ran = await cli(root, `${line} --json`);
      expect(ran.code).to.equal(exit);
      expect(JSON.parse(ran.out).error.code).to.equal(code);
      expect(tree(root)).to.deep.equal(before);
    });
  }

  it('needs a project, and lists what is missing in it', async () => {
    const nowhere = await cli(makeDirectory(), 'migration create_post');
    expect(nowhere).to.include({ code: 4 });
    expect(nowhere.err).to.contain('(E_NO_PROJECT)');
    const root = makeProject('js-esm', { files: { 'src/a.js': '' } });
    const ran = await cli(join(root, 'src'), 'migration create_post a:string');
    expect(ran.err).to.contain('The project is ..').and.contain('npm install @rest-gen/model');
  });
});
