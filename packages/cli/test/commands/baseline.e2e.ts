import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createModels, type TableDescription } from '@rest-gen/model';
import { expect } from 'chai';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { SqliteClient } from '../../../model/src/stores/sqlite/sqlite-client.ts';
import {
  fileNames,
  makeDirectory,
  makeProject,
  PACKAGE,
  type Ran,
  read,
  removeDirectories,
  start,
} from '../fixture.ts';

after(removeDirectories);

const MODEL = `import { createModels } from '@rest-gen/model';
export default createModels(process.env.DATABASE_URL);
`;

/** A table with an index on a computed column, which migrations cannot say. */
const COMPUTED = 'box';

/** Natural, composite and counted keys; references to itself, in a circle and of two columns; what migrations cannot say. */
function schema(
  own: { key: string; now: string; time: string; json: string; address: string; bytes: string },
  quote = '"',
): string[] {
  return [
    `create table country (code varchar(2) primary key, name varchar(60) not null unique)`,
    `create table customer (customer_id ${own.key}, email varchar(80) not null unique, manager_id int references customer (customer_id),
      active boolean not null default true, credit decimal(10, 2) not null default 0.5, born date default '2000-01-31', note text,
      settings ${own.json}, made ${own.time} not null default ${own.now}, tag ${own.address}, country varchar(2),
      constraint customer_country foreign key (country) references country (code) on delete set null)`,
    'create index customer_made on customer (country, made)',
    `create table shop (shop_id ${own.key}, name varchar(20) not null default 'it''s', head_id int${own.address === 'text' ? ' references clerk (clerk_id)' : ''})`,
    `create table clerk (clerk_id ${own.key}, shop_id int not null, constraint clerk_shop foreign key (shop_id) references shop (shop_id))`,
    ...(own.address === 'text'
      ? []
      : ['alter table shop add constraint shop_head foreign key (head_id) references clerk (clerk_id)']),
    `create table order_line (line_no int not null, order_no int not null, qty int not null default 1, customer_id int not null,
      constraint positive check (qty > 0), primary key (order_no, line_no),
      constraint line_customer foreign key (customer_id) references customer (customer_id) on delete cascade)`,
    `create table part (part_id ${own.key}, order_no int, line_no int, weight double precision,
      constraint part_line foreign key (order_no, line_no) references order_line (order_no, line_no))`,
    `create table ${COMPUTED} (width int, area int generated always as (width * width) stored, n int)`,
    `create index box_area on ${COMPUTED} (n, area)`,
    `create table ${quote}it's${quote} (id ${own.key})`,
    `create table label (label_id ${own.bytes} not null primary key, above ${own.bytes} references label (label_id))`,
    'create view rich as select customer_id as id, email from customer where credit > 100',
  ];
}

const SCHEMAS = {
  postgres: [
    ...schema({
      key: 'serial primary key',
      now: 'now()',
      time: 'timestamp(3) with time zone',
      json: `json default '{"a": [1]}'`,
      address: 'inet',
      bytes: 'bytea',
    }),
    'create index customer_name on customer (lower(email))',
  ],
  mysql: schema(
    {
      key: 'int auto_increment primary key',
      now: 'current_timestamp(3)',
      time: 'datetime(3)',
      json: 'json',
      address: 'year',
      bytes: 'varbinary(16)',
    },
    '`',
  ),
  sqlite: schema({
    key: 'integer primary key',
    now: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
    time: 'datetime_text',
    json: `json_text default '{"a": [1]}'`,
    address: 'text',
    bytes: 'blob',
  }),
};

/** Requests to the controllers, whose answers are printed. */
const WALK = `import { createRestRouter } from '@rest-gen/router';
import express from 'express';

const router = createRestRouter({ root: new URL('src', import.meta.url).pathname });
await router.ready;
const server = express().use(router).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const answers = [];
const send = async (method, path, body) => {
  const answer = await fetch('http://127.0.0.1:' + server.address().port + path, {
    method, ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const text = await answer.text();
  answers.push([method, path, answer.status, text.replace(/\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z/g, 'time')]);
};
await send('POST', '/country', { code: 'de', name: 'Germany' });
await send('POST', '/country', { code: 'de', name: 'Again' });
await send('POST', '/customer', { email: 'a@b.c', country: 'de' });
await send('POST', '/customer', { email: 'd@b.c', manager_id: 1, credit: '12.30', active: false, settings: { b: null } });
await send('POST', '/customer', { email: 'd@b.c' });
await send('POST', '/customer', { email: 'e@b.c', manager_id: 77 });
await send('GET', '/customer/2?include=manager');
await send('GET', '/customer?sort=-credit&credit.gt=1');
await send('PATCH', '/customer/1', { note: 'x', born: null });
await send('GET', '/customer/1');
await send('POST', '/shop', {});
await send('POST', '/clerk', { shop_id: 1 });
await send('PATCH', '/shop/1', { head_id: 1 });
await send('GET', '/shop/1');
await send('POST', '/order_line', { order_no: 7, line_no: 3, customer_id: 2 });
await send('POST', '/part', { order_no: 7, line_no: 3, weight: 1.5 });
await send('POST', '/part', { order_no: 7, line_no: 4 });
await send('GET', '/part/1');
await send('GET', '/order_line/7,3');
await send('DELETE', '/order_line/7,3');
await send('DELETE', '/part/1');
await send('DELETE', '/customer/2');
await send('GET', '/order_line');
await send('DELETE', '/country/de');
await send('GET', '/customer');
console.log(JSON.stringify(answers, null, 1));
server.closeAllConnections();
server.close();
await router.close();
`;

const env = (url: string): NodeJS.ProcessEnv => ({ ...process.env, NODE_ENV: 'development', DATABASE_URL: url });

function run(root: string, url: string, line: string): Promise<Ran> {
  return start(PACKAGE, [...line.split(' '), '--cwd', root], env(url));
}

async function walk(root: string, url: string): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'walk.mjs')], {
    cwd: root,
    env: env(url),
  });
  return JSON.parse(stdout) as unknown[];
}

/** What programs see of the tables. */
async function describeAll(url: string): Promise<unknown> {
  const models = createModels(url, { autoMigrate: false });
  try {
    const tables = (await models.tables()).filter(({ name, writes }) => writes === undefined && name !== COMPUTED);
    return Object.fromEntries(tables.map((table) => [table.name, facts(table)]));
  } finally {
    await models.close();
  }
}

function facts({ primaryKey, columns, indexes = [], foreignKeys = [] }: TableDescription): object {
  const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
  return {
    primaryKey,
    indexes: sorted(indexes),
    foreignKeys: sorted(foreignKeys),
    columns: [...columns.values()].map(({ name, type, nullable, hasDefault, length, values, timestamp }) => {
      return { name, type, nullable, hasDefault, length, values, timestamp };
    }),
  };
}

interface Source {
  readonly url: string;
  drop(): Promise<void>;
}

async function openSqlite(): Promise<Source> {
  const file = join(makeDirectory(), 'others.sqlite3');
  return { url: `sqlite:${file}`, drop: async () => {} };
}

for (const name of ['postgres', 'mysql', 'sqlite'] as const) {
  const server = name === 'sqlite' ? '' : await requireServer(name);
  if (server === undefined) continue;

  describe(`the baseline of rest-gen migrate --pull: ${name}`, function () {
    this.timeout(240_000);
    const opened: Source[] = [];
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.drop();
    });

    /** A database, with the tables of others. */
    async function open(statements: readonly string[]): Promise<string> {
      const source =
        name === 'sqlite'
          ? await openSqlite()
          : await (name === 'mysql' ? makeDatabase : createDatabase)(server as string);
      opened.push(source);
      if (name === 'sqlite') {
        const client = new SqliteClient(source.url.slice('sqlite:'.length), 1_000);
        for (const text of statements) await client.query(text, []);
        await client.close();
      } else {
        const { run: ask } = source as unknown as { run(text: string): Promise<unknown> };
        for (const text of statements) await ask(text);
      }
      return source.url;
    }

    it('makes the same tables in an empty database, and is applied where they came from', async () => {
      const root = makeProject('js-esm', { model: true, files: { 'src/config/model.js': MODEL, 'walk.mjs': WALK } });
      const url = await open(SCHEMAS[name]);
      const dry = await run(root, url, 'migrate --pull --dry-run');
      expect(dry).to.include({ code: 0 });
      expect(fileNames(root).filter((file) => file.startsWith('migrations'))).to.deep.equal([]);
      const { out, err, code } = await run(root, url, 'migrate --pull');
      expect(code, err).to.equal(0);
      const [file = ''] = fileNames(root).filter((one) => one.startsWith('migrations'));
      expect(file).to.match(/^migrations\/\d{14}_baseline\.js$/);
      expect(out).to.contain(`create     ${file}`);
      const text = read(root, file);
      expect(text)
        .to.match(/Left out: (?:constraint positive )?check/i)
        .and.contain('Left out: the view rich.');
      const status = await run(root, url, 'migrate --status');
      expect(status.code, status.out + status.err).to.equal(0);
      expect(status.out).to.contain('applied').and.contain('_baseline');

      // The same store.
      const second = await open([]);
      const applied = await run(root, second, 'migrate');
      expect(applied.code, applied.err).to.equal(0);
      expect(await describeAll(second)).to.deep.equal(await describeAll(url));

      expect(await run(root, second, 'types')).to.include({ code: 0 });

      // SQLite, for development.
      const local = `sqlite:${join(makeDirectory(), 'new.sqlite3')}`;
      const made = await run(root, local, 'migrate');
      expect(made.code, made.err).to.equal(0);
      const checked = await run(root, local, 'types --check');
      if (name !== 'mysql') expect(checked.code, read(root, 'src/tables.d.ts')).to.equal(0);
      expect(await walk(root, local)).to.deep.equal(await walk(root, url));

      // Another database of the same tables.
      const third = await open(SCHEMAS[name]);
      expect((await run(root, third, 'migrate --status')).code).to.equal(1);
      expect(await run(root, third, 'migrate --pull')).to.include({ code: 0 });
      expect((await run(root, third, 'migrate --status')).code).to.equal(0);
    });

    if (name === 'sqlite')
      it('records the changes that are recorded', async () => {
        const root = makeProject('js-esm', { model: true, files: { 'src/config/model.js': MODEL } });
        const url = await open([]);
        const migrations = makeDirectory();
        writeFileSync(
          join(migrations, '1_post.mjs'),
          `export const up = (schema) => schema.createTable('post', (t) => {
            t.id(); t.string('secret'); t.changes({ keep: '14 days', except: ['secret'] });
          });`,
        );
        const models = createModels(url, { migrations, autoMigrate: false });
        await models.migrate();
        await models.close();
        expect(await run(root, url, 'migrate --pull')).to.include({ code: 0 });
        const text = read(root, fileNames(root).find((one) => one.startsWith('migrations')) ?? '');
        expect(text).to.contain("    t.changes({ keep: '2 weeks', except: ['secret'] });\n");
        expect(text).not.to.contain('rest_gen').and.not.to.contain('Left out: create');
      });
  });
}
