import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createModels } from '../../../packages/model/src/index.ts';
import { rejected, tableMigration, temporaryFolders } from '../fixture.ts';
import { createProduct, describeRefusals, TOO_LONG } from '../refusals.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: refusals', () => {
    const folder = temporaryFolders();
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
      await database.run(createProduct('serial primary key'));
    });
    after(() => database.drop());

    describeRefusals('PostgreSQL', () => createModels(database.url, { autoMigrate: false }), [TOO_LONG]);

    it('names the columns of values that the server reads, and of its domains and indexes', async () => {
      await database.run(`
        create domain low as integer check (value < 9);
        create type mood as enum ('sad', 'happy');
        create table thing (id serial primary key, opens time, closes time, mood mood, low low, tags varchar(3)[],
          long text, address inet, "a, ($2)" interval);
        create index thing_long on thing (long);
      `);
      const models = createModels(database.url, { autoMigrate: false });
      try {
        const thing = models.model('thing');
        const id = await thing.add({ opens: '08:00' });
        const wrong: [field: string, value: unknown][] = [
          ['closes', '25:99'],
          ['mood', 'bored'],
          ['low', 9],
          ['tags', ['long']],
          ['tags', 'none'],
          ['long', randomBytes(6_000).toString('base64')],
          ['address', '1.2.3.4.5'],
          ['a, ($2)', 'soon'],
        ];
        for (const [field, value] of wrong) {
          await rejected(thing.add({ opens: '08:00', [field]: value }), 'invalid_value', field);
          await rejected(thing.byId(id).update({ opens: '08:00', [field]: value }), 'invalid_value', field);
        }
        await rejected(thing.where({ closes: '25:99' }).select(), 'invalid_value');
        await rejected(thing.where({ closes: '25:99' }).update({ opens: '09:00' }), 'invalid_value');
        const direct = models.kysely.insertInto('thing' as never).values({ opens: '08:00', closes: '25:99' } as never);
        await rejected(direct.execute(), 'invalid_value', 'closes');
      } finally {
        await models.close();
      }
    });

    it('reports what the role of the connection may not do, and what to grant', async () => {
      const role = `${database.name}_app`;
      await database.run(`
        create role ${role} login;
        create table closed (id serial primary key, note text);
        create table counted (id serial primary key, note text);
        create table mine (id integer primary key, owner text);
        alter table mine enable row level security;
        create policy own on mine using (owner = current_user);
        create schema apart;
        create table apart.thing (id integer primary key);
        grant insert, select on counted to ${role};
        grant all on mine to ${role};
      `);
      const url = database.url.replace('//postgres@', `//${role}@`);
      const models = createModels(url, { autoMigrate: false });
      try {
        const hintOf = async (work: Promise<unknown>) => (await rejected(work, 'permission_denied')).hint;
        expect(await hintOf(models.model('closed').select())).to.contain(
          'grant select, insert, update, delete on closed to <role>;',
        );
        expect(await hintOf(models.model('counted').add({ note: 'a' }))).to.contain(
          'grant usage, select on sequence counted_id_seq to <role>;',
        );
        expect(await hintOf(models.model('counted').byId(1).delete())).to.contain(
          'permission denied for table counted',
        );
        const row = await rejected(models.model('mine').add({ id: 1, owner: 'other' }), 'permission_denied');
        expect(row.message).to.contain('row-level security').and.to.contain('"mine"');
        await models.model('mine').add({ id: 2, owner: role });
        const apart = models.kysely.selectFrom('apart.thing' as never).selectAll();
        expect(await hintOf(apart.execute())).to.contain('grant usage, create on schema apart to <role>;');
        const nested = models.transaction(async (tx) => {
          await tx.transaction((inner) => inner.model('closed').select()).catch(() => {});
          await tx.model('mine').add({ id: 3, owner: role });
        });
        await nested;
        const migrating = createModels(url, { migrations: folder({ '1_a.mjs': tableMigration('a', 't.id();') }) });
        const failed = await migrating.migrate().catch((error: unknown) => error);
        await migrating.close();
        expect((failed as Error & { hint?: string }).hint).to.contain(
          'grant usage, create on schema public to <role>;',
        );
      } finally {
        await models.close();
        await database.run(`drop owned by ${role}; drop role ${role}`);
      }
    });
  });
}
