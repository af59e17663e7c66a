import { type Filter, type ModelProvider, readFilter, type View } from '@rest-gen/model/core';
import { expect } from 'chai';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/sqlite';
import { createModels, type ModelsOptions, sql } from '../../../packages/model/src/index.ts';
import { Statements } from '../../../packages/model/src/sql/statements.ts';
import { SqliteClient } from '../../../packages/model/src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../../packages/model/src/stores/sqlite/sqlite-dialect.ts';
import { blogMigrations, blogRelations } from '../relations/blog.ts';
import { openBlog, relationsConformance } from '../relations/conformance.ts';
import { describeKyselyRelations } from '../relations/kysely-relations.ts';
import { maskColumns, masksConformance } from '../relations/masks.ts';
import { describeOtherTables } from '../relations/other-tables.ts';
import { describeRandomRelations, openSchema } from '../relations/random-relations.ts';
import type { RandomSchema } from '../relations/random-schema.ts';
import { resolveRelations } from '../relations/resolve-relations.ts';

const create = (options: ModelsOptions) => createModels('sqlite::memory:', options);
const open = (schema: RandomSchema) => openSchema(schema, create);

relationsConformance('SQLite', () => openBlog(create));
masksConformance('SQLite', () => openBlog(create));
describeOtherTables('SQLite', () => create({ autoMigrate: false }));
describeRandomRelations('SQLite', open);
describeKyselyRelations('SQLite', open, { jsonArrayFrom, jsonObjectFrom });

describe('SQLite, a filter through two lists', () => {
  it('reads the inner list once', async () => {
    const client = new SqliteClient(':memory:', 100);
    const models = createModels(client, { migrations: blogMigrations, autoMigrate: false });
    await models.migrate();
    const relations = await resolveRelations(models, blogRelations.author);
    const table = await sqliteDialect.describe(client.query, 'author');
    const conditions = readFilter({ 'posts.comments.open': true }, table, relations);
    const { text, parameters } = new Statements(sqliteDialect, table).count(conditions);
    const { rows } = await client.query(`explain query plan ${text}`, parameters);
    const plan = rows.map(({ detail }) => String(detail));
    expect(plan.filter((line) => line.startsWith('CORRELATED'))).to.have.length(1);
    expect(plan.filter((line) => line.startsWith('LIST SUBQUERY'))).to.have.length(1);
    await models.close();
  });
});

describe('SQLite, a column of other tables that ignores case', () => {
  it('is compared and sorted exactly under a condition', async () => {
    const models = createModels('sqlite::memory:');
    await sql.raw('create table word (id integer primary key, text text collate nocase)').execute(models.kysely);
    await sql.raw("insert into word values (1, 'a'), (2, 'B')").execute(models.kysely);
    const read = async (...mask: [] | [Filter]) => {
      const view: View = (table) => (mask[0] ? maskColumns(table, { word: { text: mask[0] } }) : table);
      const word = (models as ModelProvider).repository('word', {}, new Map(), view);
      const rows = await word.findMany({
        orderBy: [
          ['text', 'asc'],
          ['id', 'asc'],
        ],
      });
      return [await word.count({ text: 'b' }), rows.map(({ id }) => id)];
    };
    expect(await read()).to.deep.equal([1, [1, 2]]);
    expect(await read({ id: { gt: 0 } })).to.deep.equal([0, [2, 1]]);
    await models.close();
  });
});
