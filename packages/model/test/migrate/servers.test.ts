import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { tableMigration, temporaryFolders } from '../../../../test/stores/fixture.ts';
import { makeDatabase, until } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { createModels, type Models, ModelsError } from '../../src/index.ts';

const FIXTURE = fileURLToPath(new URL('../../../../test/stores/fixtures/migrate.ts', import.meta.url));

interface Database {
  readonly url: string;
  run(text: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

const STORES = [
  ['postgres', createDatabase],
  ['mysql', makeDatabase],
] as const;

for (const [name, make] of STORES) {
  const server = await requireServer(name);
  if (server === undefined) continue;

  describe(`migrations on a server: ${name}`, () => {
    const folder = temporaryFolders();
    const children: ChildProcess[] = [];
    let database: Database;
    let opened: Models[] = [];
    beforeEach(async () => {
      database = await make(server);
    });
    afterEach(async () => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      for (const models of opened) await models.close();
      opened = [];
      await database.drop();
    });

    function open(migrations: string): Models {
      const models = createModels(database.url, { migrations });
      opened.push(models);
      return models;
    }

    function start(
      migrations: string,
      env: Record<string, string> = {},
    ): { child: ChildProcess; applied: Promise<string[]> } {
      const child = fork(FIXTURE, [database.url, migrations, '700'], { env: { ...process.env, ...env } });
      children.push(child);
      const applied = new Promise<string[]>((resolve, reject) => {
        child.on('message', (message: string[] | string) => typeof message !== 'string' && resolve(message));
        child.on('exit', (code) => reject(new Error(`ended with ${code}`)));
      });
      applied.catch(() => {});
      return { child, applied };
    }

    const tables = async (): Promise<string[]> =>
      (
        await database.run(
          `select table_name as "name" from information_schema.tables
          where table_schema = ${name === 'mysql' ? 'database()' : 'current_schema()'} `,
        )
      )
        .map((row) => String(row.name))
        .sort();

    it('make a value unique among the rows with null in another column', async () => {
      const migrations = folder({
        '1_a.mjs': tableMigration('a', "t.id(); t.text('v'); t.integer('n'); t.datetime('gone');"),
        '2_a.mjs': `export const up = (schema) =>
          schema.alterTable('a', (t) => t.unique(['v', 'n'], { whereNull: 'gone' }));
        export const down = (schema) => schema.alterTable('a', (t) => t.dropUnique(['v', 'n']));`,
        '3_a.mjs': `export const up = (schema) => schema.alterTable('a', (t) => {
          t.string('code', 20).unique({ whereNull: 'gone' });
        });`,
      });
      const models = open(migrations);
      await models.migrate();
      const add = (n: number, gone: string | null, code = randomUUID().slice(0, 20)) =>
        models.repository('a').insert({ v: 'x', n, code, gone });
      const conflict = async (adding: Promise<unknown>) =>
        adding.then(
          () => 'stored',
          (error) => `${error.code} ${error.field}`,
        );
      const time = '2026-01-01T00:00:00.000Z';
      await add(1, null);
      await add(1, time);
      await add(1, time);
      await add(2, null, 'c');
      expect(await conflict(add(1, null))).to.equal('conflict v');
      expect(await conflict(add(3, null, 'c'))).to.equal('conflict code');
      expect(await conflict(add(3, time, 'c'))).to.equal('stored');
      expect(Object.keys((await models.model('a').find()) ?? {})).to.have.members(['id', 'v', 'n', 'gone', 'code']);
    });

    it('are applied once when four processes start at the same time', async () => {
      const migrations = folder(
        Object.fromEntries(
          Array.from({ length: 6 }, (_, index) => [
            `${index}_t.mjs`,
            tableMigration(`t${index}`, 't.id(); t.text("a");'),
          ]),
        ),
      );
      const runs = await Promise.all([1, 2, 3, 4].map(() => start(migrations).applied));
      expect(runs.flat().sort()).to.deep.equal(['0_t', '1_t', '2_t', '3_t', '4_t', '5_t']);
      const states = (await open(migrations).migrationStatus()).map(({ state }) => state);
      expect(states).to.deep.equal(Array(6).fill('applied'));
    }).timeout(60_000);

    it('are only looked at by a list', async () => {
      const models = open(folder({ '1_a.mjs': tableMigration('a', 't.id();') }));
      expect((await models.migrationStatus()).map(({ state }) => state)).to.deep.equal(['pending']);
      expect(await models.migrateDown()).to.deep.equal({ reverted: undefined });
      expect(await tables()).to.deep.equal([]);
    });

    it('are taken over when the process that applies them is killed', async () => {
      const migrations = folder({
        '1_a.mjs': tableMigration('a', 't.id();'),
        '2_b.mjs': `export const up = async (schema) => {
          await schema.createTable('b', (t) => { t.id(); });
          if (process.env.HANGS_IN_TEST) {
            setInterval(() => {}, 1_000);
            process.send('hangs');
            await new Promise(() => {});
          }
          await schema.createTable('c', (t) => { t.id(); });
        };`,
      });
      const { child } = start(migrations, { HANGS_IN_TEST: '1' });
      expect((await once(child, 'message'))[0]).to.equal('hangs');
      const states = (await open(migrations).migrationStatus()).map(({ state }) => state);
      expect(states).to.deep.equal(['applied', name === 'mysql' ? 'half-applied' : 'pending']);
      const next = start(migrations).applied;
      child.kill('SIGKILL');
      expect(await next).to.deep.equal(['2_b']);
      expect(await open(migrations).model('c').count()).to.equal(0);
    }).timeout(60_000);

    for (const [when, waits] of [
      ['while the statement runs', false],
      ['after it has ended', true],
    ] as const) {
      it(`store the statement of a killed process once, taken over ${when}`, async () => {
        const slow = `update n set v = v + 1 where 0 = ${name === 'mysql' ? 'sleep(3)' : 'length(pg_sleep(3)::text)'}`;
        const migrations = folder({
          '1_n.mjs': `export const up = async (schema) => {
            await schema.createTable('n', (t) => { t.id(); t.integer('v').notNull(); });
            await schema.raw('insert into n (v) values (0)');
          };`,
          '2_slow.mjs': `export const up = (schema) => schema.raw(${JSON.stringify(slow)});`,
        });
        const [list, own] =
          name === 'mysql'
            ? ['select info as text from information_schema.processlist where id <> connection_id()', 'db = database()']
            : [
                "select query as text from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()",
                'datname = current_database()',
              ];
        const isRunning = async (): Promise<boolean> =>
          (await database.run(`${list} and ${own}`)).some(({ text }) => String(text).includes('update n set'));
        const { child } = start(migrations);
        await until(isRunning);
        child.kill('SIGKILL');
        if (waits) await until(async () => !(await isRunning()));
        expect(await start(migrations).applied).to.deep.equal(['2_slow']);
        // The first statement may still come to its end.
        await until(async () => !(await isRunning()));
        expect((await database.run('select v from n')).map(({ v }) => v)).to.deep.equal([1]);
      }).timeout(60_000);
    }

    it('continue the backfill of a killed process after its last batch', async () => {
      const migrations = folder({
        '1_n.mjs': `export const up = async (schema) => {
          await schema.createTable('n', (t) => { t.id(); t.integer('v').notNull(); });
          await schema.raw('insert into n (v) values ' + Array(20).fill('(0)').join(', '));
        };`,
        '2_fill.mjs': `export const config = { transaction: false };
        export const up = (schema) => schema.backfill('n', {
          set: async ({ id, v }) => {
            if (process.env.HANGS_IN_TEST && Number(id) > 14) {
              setInterval(() => {}, 1_000);
              process.send('hangs');
              await new Promise(() => {});
            }
            return { v: v + 1 };
          },
          where: { v: 0 },
          batch: 6,
        });`,
      });
      const { child } = start(migrations, { HANGS_IN_TEST: '1' });
      expect((await once(child, 'message'))[0]).to.equal('hangs');
      expect(
        (await database.run('select count(*) as count from n where v = 1')).map(({ count }) => Number(count)),
      ).to.deep.equal([12]);
      child.kill('SIGKILL');
      expect(await start(migrations).applied).to.deep.equal(['2_fill']);
      expect((await database.run('select distinct v from n')).map(({ v }) => v)).to.deep.equal([1]);
    }).timeout(60_000);

    it('begin anew, with tables that refer to each other', async () => {
      const migrations = folder({
        '1_a.mjs': `export const up = async (schema) => {
          await schema.createTable('a', (t) => { t.id(); });
          await schema.createTable('b', (t) => { t.id(); t.references('aId', 'a'); });
          await schema.alterTable('a', (t) => { t.references('bId', 'b'); });
          await schema.raw('create view v as select id from a');
        };`,
      });
      const models = open(migrations);
      await models.migrate();
      await models.model('b').add({ aId: await models.model('a').add({}) });
      writeFileSync(join(migrations, '1_a.mjs'), tableMigration('v', 't.id();'));
      expect((await models.migrateFresh()).applied).to.deep.equal(['1_a']);
      expect(await tables()).to.deep.equal(['rest_gen_migration_lease', 'rest_gen_migrations', 'v']);
      expect(await models.migrateDown()).to.deep.equal({ reverted: '1_a' });
    });

    it('drop columns with what stands on them', async () => {
      const migrations = folder({
        '1_a.mjs': `export const up = async (schema) => {
          await schema.createTable('o', (t) => { t.id(); });
          await schema.createTable('t', (t) => { t.id(); t.string('a').unique(); t.string('b').index(); t.references('oId', 'o'); });
        };`,
        '2_b.mjs':
          "export const up = (schema) => schema.alterTable('t', (t) => { t.drop('a'); t.drop('b'); t.drop('oId'); });",
      });
      const models = open(migrations);
      await models.migrate();
      expect([...(await models.repository('t').describe()).columns.keys()]).to.deep.equal(['id']);
    });

    it(name === 'mysql' ? 'go on behind the statement that failed' : 'leave nothing of one that failed', async () => {
      const up = (last: string): string => `export const up = async (schema) => {
        await schema.createTable('a', (t) => { t.id(); t.string('x'); });
        await schema.raw("insert into a (x) values ('one')");
        await schema.raw(${JSON.stringify(last)});
      };`;
      const migrations = folder({ '1_a.mjs': up('nonsense') });
      const models = open(migrations);
      const error = await models.migrate().catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ModelsError).with.property('step', 'raw(…)');
      if (name === 'mysql') expect((error as ModelsError).hint).to.contain('Its first 2 statements');
      expect(await tables()).to.deep.equal([
        ...(name === 'mysql' ? ['a'] : []),
        'rest_gen_migration_lease',
        'rest_gen_migrations',
      ]);
      writeFileSync(join(migrations, '1_a.mjs'), up("insert into a (x) values ('two')"));
      expect(await models.migrate()).to.deep.equal({ applied: ['1_a'] });
      expect((await models.model('a').order('id').select()).map(({ x }) => x)).to.deep.equal(['one', 'two']);
    });

    const taken = "update rest_gen_migration_lease set owner = 'other'";
    it(
      name === 'mysql' ? 'stop a process that another one has followed' : 'let nobody follow before the end',
      async () => {
        const migrations = folder({
          '1_a.mjs': `export const up = async (schema) => {
          await globalThis.pauseOfTest();
          await schema.createTable('a', (t) => { t.id(); });
        };`,
        });
        const models = open(migrations);
        let refusal: unknown;
        Object.assign(globalThis, {
          pauseOfTest: async () => {
            if (name === 'postgres') await database.run("set lock_timeout = '50ms'");
            await database.run(taken).catch((error: unknown) => {
              refusal = error;
            });
          },
        });
        const result = await models.migrate().catch((thrown: unknown) => thrown);
        Reflect.deleteProperty(globalThis, 'pauseOfTest');
        if (name === 'mysql') {
          expect((result as Error).message).to.contain('Another process has taken over');
          expect(await tables()).not.to.include('a');
        } else {
          expect(refusal).to.have.property('code', '55P03');
          expect(result).to.deep.equal({ applied: ['1_a'] });
        }
      },
    );
  });
}
