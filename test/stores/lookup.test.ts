import { expect } from 'chai';
import { createModels, type Models, type Row, sql } from '../../packages/model/src/index.ts';
import { conformanceMigrations } from './conformance.ts';
import { rejected } from './fixture.ts';
import { makeDatabase as makeMysql } from './mysql/database.ts';
import { createDatabase as makePostgres } from './postgres/database.ts';
import { requireServer } from './servers.ts';

const memory = async () => ({ url: 'sqlite::memory:', drop: async () => {} });
const stores = [
  ['SQLite', '', memory],
  ['PostgreSQL', await requireServer('postgres'), makePostgres],
  ['MariaDB', await requireServer('mysql'), makeMysql],
] as const;

for (const [name, server, make] of stores) {
  if (server === undefined) continue;
  describe(`models.lookup: ${name}`, () => {
    let database: { url: string; drop(): Promise<void> };
    let models: Models;
    beforeEach(async () => {
      database = await make(server);
      models = createModels(database.url, { migrations: conformanceMigrations });
      await models.migrate();
    });
    afterEach(async () => {
      await models.close();
      await database.drop();
    });

    const find = (fields = ['id', 'title', 'slug']) =>
      models.lookup({ table: 'post', by: 'slug', fields, owner: { table: 'author', key: 'authorId', without: [] } });
    const add = async () => {
      const author = await models.model('author').add({ name: 'Ann' });
      const values = {
        title: 'a',
        slug: 's',
        authorId: author,
        price: '1.10',
        live: true,
        meta: { a: [1] },
        size: 2 ** 40,
      };
      return { author, post: await models.model('post').add(values) };
    };

    it('finds a row and the one it belongs to, as repositories show them', async () => {
      const { author, post } = await add();
      const row = (await models.model('post').byId(post).find()) as Row;
      const found = await find(Object.keys(row)).find('s');
      expect(found).to.deep.equal({ row, owner: await models.model('author').byId(author).find() });
      expect(await find().find('S')).to.equal(undefined);
      expect(await find().find("' or 1 = 1 --")).to.equal(undefined);
    });

    it('finds nothing without an owner', async () => {
      await models.model('post').add({ title: 'a', slug: 's' });
      expect(await find().find('s')).to.equal(undefined);
    });

    it('goes on when a column of the owner is dropped or added', async () => {
      const { author } = await add();
      const lookup = find();
      await lookup.find('s');
      await sql.raw('alter table author add column nick varchar(20)').execute(models.kysely);
      expect((await lookup.find('s'))?.owner).to.deep.equal({ id: author, name: 'Ann' });
      const fresh = find();
      expect((await fresh.find('s'))?.owner).to.deep.equal({ id: author, name: 'Ann', nick: null });
      await sql.raw('alter table author drop column nick').execute(models.kysely);
      expect((await fresh.find('s'))?.owner).to.deep.equal({ id: author, name: 'Ann' });
    });

    it('refuses columns and tables that there are not', async () => {
      await rejected(find(['nothing']).find('s'), 'unknown_field', 'nothing');
      const owner = { table: 'nobody', key: 'authorId', without: [] };
      await rejected(models.lookup({ table: 'post', by: 'slug', fields: ['id'], owner }).find('s'), 'no_table');
    });

    it('takes part in the transaction of the tests', async () => {
      const rollback = await models.beginGlobalTransaction();
      await add();
      expect(await find().find('s')).to.have.nested.property('owner.name', 'Ann');
      await rollback();
      expect(await find().find('s')).to.equal(undefined);
    });
  });
}
