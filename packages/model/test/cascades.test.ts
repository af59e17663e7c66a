import { expect } from 'chai';
import { sql } from 'kysely';
import { rejected, temporaryFolders } from '../../../test/stores/fixture.ts';
import { type Change, recordChanges, rehearse } from '../src/core/index.ts';
import { createModels, type Models, type Row } from '../src/index.ts';
import { STORES } from './each-store.ts';

const MIGRATION = `export const up = async (schema) => {
  const cascade = { onDelete: 'cascade' };
  await schema.createTable('project', (t) => { t.id(); t.string('code', 10).notNull().unique(); });
  await schema.createTable('issue', (t) => {
    t.id();
    t.references('project_id', 'project', cascade).notNull();
    t.references('parent_id', 'issue', cascade);
    t.references('duplicate_id', 'issue', { onDelete: 'set null' });
    t.string('title', 10).notNull();
  });
  await schema.createTable('comment', (t) => {
    t.id();
    t.references('issue_id', 'issue', cascade).notNull();
    t.references('answers_id', 'comment', { onDelete: 'set null' });
  });
  await schema.createTable('vote', (t) => {
    t.references('comment_id', 'comment', cascade).notNull();
    t.integer('person').notNull();
    t.primary(['comment_id', 'person']);
  });
  await schema.createTable('reply', (t) => {
    t.id();
    t.integer('comment_id').notNull();
    t.integer('person').notNull();
    t.foreign(['comment_id', 'person'], 'vote', { columns: ['comment_id', 'person'], onDelete: 'cascade' });
  });
  await schema.createTable('mark', (t) => {
    t.references('issue_id', 'issue', cascade).notNull();
    t.string('text', 10).notNull();
    t.json('data');
  });
  await schema.createTable('page', (t) => {
    t.id();
    t.references('project_code', 'project', { column: 'code', type: 'string', onDelete: 'set null' });
  });
  await schema.createTable('invoice', (t) => { t.id(); t.references('project_id', 'project').notNull(); });
};`;
const TABLES = ['project', 'issue', 'comment', 'vote', 'reply', 'mark', 'page', 'invoice'];

for (const [name, make] of STORES) {
  describe(`changes of a delete: ${name}`, () => {
    const folder = temporaryFolders();
    let database: Awaited<ReturnType<typeof make>>;
    let models: Models;
    before(async () => {
      database = await make();
      models = createModels(database.url, { migrations: folder({ '1_t.mjs': MIGRATION }), autoMigrate: true });
      await models.ping();
    });
    beforeEach(async () => {
      for (const table of TABLES.toReversed()) await models.kysely.deleteFrom(table).execute();
      const add = (table: string, ...rows: Row[]) => models.kysely.insertInto(table).values(rows).execute();
      await add('project', { id: 1, code: 'a' }, { id: 2, code: 'b' });
      const issue = { parent_id: null, duplicate_id: null };
      await add('issue', { ...issue, id: 1, project_id: 1, title: 'root' });
      // Parts of parts, one of them in another project; what only refers to one stays.
      await add('issue', { ...issue, id: 2, project_id: 1, parent_id: 1, title: 'part' });
      await add('issue', { ...issue, id: 3, project_id: 2, parent_id: 2, title: 'deep' });
      await add('issue', { ...issue, id: 4, project_id: 2, duplicate_id: 2, title: 'stays' });
      // It refers in both ways, and goes.
      await add('issue', { ...issue, id: 5, project_id: 1, duplicate_id: 1, title: 'both' });
      await add('comment', { id: 1, issue_id: 3, answers_id: null }, { id: 2, issue_id: 4, answers_id: null });
      await add('comment', { id: 3, issue_id: 4, answers_id: 1 });
      await add('vote', { comment_id: 1, person: 7 }, { comment_id: 1, person: 8 }, { comment_id: 2, person: 7 });
      await add('reply', { id: 1, comment_id: 1, person: 8 }, { id: 2, comment_id: 2, person: 7 });
      const same = { issue_id: 2, text: 'same', data: null };
      await add('mark', same, same, { issue_id: 4, text: 'other', data: null });
      await add('page', { id: 1, project_code: 'a' }, { id: 2, project_code: 'b' });
    });
    after(async () => {
      await models.close();
      await database.drop();
    });

    /** What is stored, without the models. */
    const stored = async (): Promise<Map<string, Row[]>> => {
      const found = new Map<string, Row[]>();
      for (const table of TABLES) found.set(table, await models.kysely.selectFrom(table).selectAll().execute());
      return found;
    };
    const textOf = (table: string, row: Row | undefined): string =>
      row === undefined ? '-' : `${table} ${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
    /** The rows that are in the first list and not in the second one, each as often as it is missing there. */
    const missing = (from: Map<string, Row[]>, other: Map<string, Row[]>): string[] =>
      [...from].flatMap(([table, rows]) => {
        const left = (other.get(table) ?? []).map((row) => textOf(table, row));
        return rows
          .map((row) => textOf(table, row))
          .filter((text) => {
            const at = left.indexOf(text);
            if (at !== -1) left.splice(at, 1);
            return at === -1;
          });
      });
    /** Delete, and compare what was recorded with what the database has done. */
    const checkedDelete = async (work: () => Promise<unknown>): Promise<readonly Change[]> => {
      const rehearsed = await rehearse(models, () => recordChanges(work));
      const earlier = await stored();
      const { changes } = await recordChanges(work);
      const later = await stored();
      const of = (side: 'before' | 'after'): string[] =>
        changes.filter((one) => one[side] !== undefined).map((one) => textOf(one.table, one[side]));
      expect(of('before').sort()).to.deep.equal(missing(earlier, later).sort());
      expect(of('after').sort()).to.deep.equal(missing(later, earlier).sort());
      expect(rehearsed.changes).to.deep.equal(changes);
      return changes;
    };

    it('include what goes with the record, and what loses its reference, however far', async () => {
      const changes = await checkedDelete(() => models.repository('project').delete({ id: 1 }));
      expect(changes.map(({ table, action, key }) => `${action} ${table} ${key}`).sort()).to.deep.equal([
        'delete comment 1',
        'delete issue 1',
        'delete issue 2',
        'delete issue 3',
        'delete issue 5',
        'delete mark undefined',
        'delete mark undefined',
        'delete project 1',
        'delete reply 1',
        'delete vote 1,7',
        'delete vote 1,8',
        'update comment 3',
        'update issue 4',
        'update page 1',
      ]);
      expect([changes[0]?.table, changes[0]?.key]).to.deep.equal(['project', 1]);
    });

    it('do so for many records, and for tables without and with a key of several columns', async () => {
      await checkedDelete(() => models.repository('issue').delete({ id: [1, 4] }));
      expect(await checkedDelete(() => models.repository('vote').delete({}))).to.deep.equal([]);
    });

    it('of a key of several columns include what refers to it', async () => {
      const changes = await checkedDelete(() => models.repository('vote').delete({ person: 8 }));
      expect(changes.map(({ table }) => table)).to.deep.equal(['vote', 'reply']);
      const marks = await checkedDelete(async () => models.linkTable?.('mark').delete({ issue_id: 2 }));
      expect(marks.map(({ before }) => before?.text)).to.deep.equal(['same', 'same']);
    });

    it('are none where the database refuses', async () => {
      await models.kysely.insertInto('invoice').values({ id: 1, project_id: 1 }).execute();
      const { changes } = await recordChanges(async () => {
        await rejected(models.repository('project').delete({ id: 1 }), 'foreign_key');
      });
      expect(changes).to.deep.equal([]);
      expect((await stored()).get('issue')).to.have.length(5);
    });

    if (name === 'sqlite') {
      it('do not mind a view of a table that is gone', async () => {
        await sql`create view orphan as select * from gone`.execute(models.kysely);
        expect(await checkedDelete(() => models.repository('page').delete({ id: 1 }))).to.have.length(1);
        await sql`drop view orphan`.execute(models.kysely);
      });
    } else {
      it('include those of a table that another process has added since', async () => {
        await recordChanges(() => models.repository('page').delete({ id: 2 }));
        const later = `export const up = (schema) => schema.createTable('line', (t) => {
          t.id();
          t.references('page_id', 'page', { onDelete: 'cascade' }).notNull();
        });
        export const down = (schema) => schema.dropTable('line');`;
        const migrations = folder({ '1_t.mjs': MIGRATION, '2_t.mjs': later });
        const other = createModels(database.url, { migrations });
        await other.migrate();
        await other.kysely.insertInto('line').values({ id: 1, page_id: 1 }).execute();
        const { changes } = await recordChanges(() => models.repository('page').delete({ id: 1 }));
        await other.migrateDown();
        await other.close();
        expect(changes.map(({ table }) => table)).to.deep.equal(['page', 'line']);
      });
    }
  });
}
