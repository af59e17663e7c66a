import { expect } from 'chai';
import { rejected, temporaryFolders } from '../../../test/stores/fixture.ts';
import {
  type Change,
  openTable,
  recordChanges,
  rehearse,
  restrictModels,
  Session,
  SoftDeletes,
  withoutDeleted,
} from '../src/core/index.ts';
import { createModels, Increment, type Models } from '../src/index.ts';
import { STORES } from './each-store.ts';

const MIGRATION = `export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.string('slug', 20).notNull().unique();
    t.integer('views').notNull().default(0);
    t.datetime('deleted_at');
    t.timestamps();
  });
  await schema.createTable('place', (t) => {
    t.string('land', 5).notNull();
    t.integer('number').notNull();
    t.text('name');
    t.primary(['land', 'number']);
  });
  await schema.createTable('note', (t) => { t.string('text', 20).notNull(); t.integer('n'); });
};`;

for (const [name, make] of STORES) {
  describe(`changes: ${name}`, () => {
    const folder = temporaryFolders();
    const softDeletes = new SoftDeletes([['post', 'deleted_at']]);
    let database: Awaited<ReturnType<typeof make>>;
    let models: Models;
    before(async () => {
      database = await make();
      models = createModels(database.url, { migrations: folder({ '1_t.mjs': MIGRATION }), autoMigrate: true });
      restrictModels(models, { policies: undefined, softDeletes });
      await models.ping();
    });
    beforeEach(async () => {
      for (const table of ['post', 'place', 'note']) await models.kysely.deleteFrom(table).execute();
    });
    after(async () => {
      await models.close();
      await database.drop();
    });

    const changesOf = async (work: () => Promise<unknown>): Promise<readonly Change[]> =>
      (await recordChanges(work)).changes;
    const rows = (table: string) => models.repository(table).findMany();
    const row = async (table: string, where: object) => models.repository(table).findOne({ where: where as never });
    /** Add posts, one for each name. @returns their keys */
    const posts = async (...slugs: string[]): Promise<number[]> => {
      const added = (await models.repository('post').insertRows?.(slugs.map((slug) => ({ slug })))) ?? [];
      return added.map(({ id }) => id as number);
    };

    it('of an insert have the row as it is stored, and tell what was given', async () => {
      const { result, changes } = await recordChanges(() =>
        models.repository('post').insert({ slug: 'a', views: undefined }),
      );
      expect(changes).to.deep.equal([
        {
          table: 'post',
          action: 'create',
          key: result,
          before: undefined,
          after: await row('post', { id: result }),
          given: ['slug'],
        },
      ]);
      expect(changes[0]?.after).to.include({ id: result, slug: 'a', views: 0, deleted_at: null });
    });

    it('of many inserted rows are in the order of the list, each with its own columns', async () => {
      const { result = [], changes } = await recordChanges(async () =>
        models.repository('post').insertRows?.([{ slug: 'b' }, { slug: 'a', views: 3 }]),
      );
      expect(changes.map(({ after, given }) => [after?.slug, given])).to.deep.equal([
        ['b', ['slug']],
        ['a', ['slug', 'views']],
      ]);
      expect(changes.map(({ after }) => after)).to.deep.equal(result);
    });

    it('of an update have each row before and after, and none for a row that stays equal', async () => {
      const ids = await posts('a', 'b', 'c');
      const posted = models.repository('post');
      await posted.update({ id: ids[1] as number }, { views: 5 });
      // The time of the update changes, too: it makes every row differ unless it is given.
      const time = '2024-01-02T03:04:05.000Z';
      await posted.update({}, { updated_at: time });
      const before = await rows('post');
      const { result, changes } = await recordChanges(() =>
        posted.update({ slug: ['a', 'b'] }, { views: 5, updated_at: time }),
      );
      expect(result).to.equal(2);
      expect(changes).to.deep.equal([
        {
          table: 'post',
          action: 'update',
          key: ids[0],
          before: before.find(({ id }) => id === ids[0]),
          after: await row('post', { id: ids[0] }),
          given: ['views', 'updated_at'],
        },
      ]);
      expect([changes[0]?.before?.views, changes[0]?.after?.views]).to.deep.equal([0, 5]);
      const [other] = await changesOf(() => posted.update({ id: ids[2] as number }, { views: new Increment(2) }));
      expect([other?.before?.views, other?.after?.views, other?.given]).to.deep.equal([0, 2, ['views']]);
      expect(other?.after?.updated_at).not.to.equal(other?.before?.updated_at);
    });

    it('of an update that gives rows back are the same, and so are the rows', async () => {
      await posts('a', 'b');
      const posted = models.repository('post');
      const { result, changes } = await recordChanges(async () => posted.updateRows?.({ slug: 'a' }, { slug: 'c' }));
      expect(changes.map(({ before, after }) => [before?.slug, after?.slug])).to.deep.equal([['a', 'c']]);
      expect(result).to.deep.equal([await row('post', { slug: 'c' })]);
      expect(await changesOf(async () => posted.updateRows?.({ slug: 'x' }, { slug: 'y' }))).to.deep.equal([]);
      expect(await changesOf(async () => posted.update({ slug: 'b' }, {}))).to.deep.equal([]);
    });

    it('tell the old key of a row whose key changes', async () => {
      const places = models.repository('place');
      const list = [
        { land: 'a', number: 1, name: 'x' },
        { land: 'a', number: 2, name: 'y' },
      ];
      expect((await changesOf(async () => places.insertRows?.(list))).map(({ key }) => key)).to.deep.equal([
        ['a', 1],
        ['a', 2],
      ]);
      const moved = await changesOf(() => places.update({ land: 'a' }, { land: 'b' }));
      expect(moved.map(({ key, after }) => [key, after?.land, after?.number, after?.name])).to.deep.equal([
        [['a', 1], 'b', 1, 'x'],
        [['a', 2], 'b', 2, 'y'],
      ]);
    });

    it('of a delete have the rows', async () => {
      await posts('a', 'b', 'c');
      const before = await rows('post');
      const { result, changes } = await recordChanges(() => models.repository('post').delete({ slug: { ne: 'b' } }));
      expect(result).to.equal(2);
      expect(changes.map(({ action, before }) => [action, before])).to.deep.equal(
        before.filter(({ slug }) => slug !== 'b').map((one) => ['delete', one]),
      );
      expect(changes.every(({ after, given }) => after === undefined && given.length === 0)).to.equal(true);
      expect((await rows('post')).map(({ slug }) => slug)).to.deep.equal(['b']);
    });

    it('of a soft delete are a delete, and of a restored record an update', async () => {
      const [id = 0] = await posts('a');
      const session = new Session(withoutDeleted(models, softDeletes));
      const table = openTable({ name: 'post', session, access: undefined });
      const [change] = await changesOf(() => table.delete({ id }));
      expect([change?.action, change?.key, change?.given]).to.deep.equal(['delete', id, []]);
      expect([change?.before?.deleted_at, typeof change?.after?.deleted_at]).to.deep.equal([null, 'string']);
      const [restored] = await changesOf(async () => table.deleted?.update({ id }, { deleted_at: null }));
      expect([restored?.action, restored?.given]).to.deep.equal(['update', ['deleted_at']]);
      const [again] = await changesOf(() => models.as(undefined).repository('post').delete({ id }));
      expect([again?.action, again?.key]).to.deep.equal(['delete', id]);
      const [gone] = await changesOf(async () => table.deleted?.delete({ id }));
      expect([gone?.action, gone?.after]).to.deep.equal(['delete', undefined]);
    });

    it('include the rows of a table without a primary key', async () => {
      const notes = models.linkTable?.('note');
      const all = await changesOf(async () => {
        await notes?.insertRows?.([
          { text: 'a', n: 1 },
          { text: 'b', n: 2 },
        ]);
        await notes?.insert({ text: 'c', n: 3 });
        await notes?.delete({ text: ['a', 'c'] });
      });
      expect(all.map(({ action, key, before, after }) => [action, key, (after ?? before)?.text])).to.deep.equal([
        ['create', undefined, 'a'],
        ['create', undefined, 'b'],
        ['create', undefined, 'c'],
        ['delete', undefined, 'a'],
        ['delete', undefined, 'c'],
      ]);
    });

    it('include what hooks and other sessions write, in the order of the writes', async () => {
      const session = new Session(models);
      const hooks = {
        afterWrite: async ({ after }: { after?: { id?: unknown } | undefined }) => {
          await models.as(undefined).repository('place').insert({ land: 'h', number: after?.id });
        },
      };
      const table = openTable({ name: 'post', session, access: undefined, hooks });
      const changes = await changesOf(async () => {
        await table.insert({ slug: 'a' });
        await models.transaction((tx) => tx.model('post').add({ slug: 'b' }));
      });
      expect(changes.map(({ table, after }) => [table, after?.slug])).to.deep.equal([
        ['post', 'a'],
        ['place', undefined],
        ['post', 'b'],
      ]);
    });

    it('leave out what was rolled back inside, and what has failed', async () => {
      await posts('a');
      const posted = models.repository('post');
      const changes = await changesOf(async () => {
        await rejected(posted.insert({ slug: 'a' }), 'conflict', 'slug');
        await rejected(posted.insertRows?.([{ slug: 'x' }, { slug: 'a' }]) as Promise<unknown>, 'conflict', 'slug');
        await models.transaction(async () => {
          await posted.insert({ slug: 'b' });
          const failing = models.transaction(async (tx) => {
            await tx.repository('post').insert({ slug: 'c' });
            await tx.repository('post').delete({ slug: 'a' });
            throw new Error('no');
          });
          await failing.catch(() => {});
          await posted.insert({ slug: 'd' });
        });
        await rehearse(models, () => posted.insert({ slug: 'e' }));
      });
      expect(changes.map(({ after }) => after?.slug)).to.deep.equal(['b', 'd']);
      expect((await rows('post')).map(({ slug }) => slug).sort()).to.deep.equal(['a', 'b', 'd']);
    });

    it('of a rehearsal are known, and stored by nobody', async () => {
      const [id = 0] = await posts('a');
      const { result, changes } = await rehearse(models, () =>
        recordChanges(async () => {
          await models.repository('post').update({ id }, { views: 1 });
          await models.repository('post').update({ id }, { views: 2 });
          return 'done';
        }),
      );
      expect(result).to.equal('done');
      const views = changes.map(({ before, after }) => [before?.views, after?.views]);
      expect(views).to.deep.equal([
        [0, 1],
        [1, 2],
      ]);
      expect((await row('post', { id }))?.views).to.equal(0);
    });

    it('of two at once are kept apart, and one inside of another belongs to both', async () => {
      const add = (slug: string) => changesOf(() => models.repository('post').insert({ slug }));
      const [one, two] = await Promise.all([add('a'), add('b'), models.repository('post').insert({ slug: 'c' })]);
      expect([one, two].map((changes) => changes?.map(({ after }) => after?.slug))).to.deep.equal([['a'], ['b']]);
      let inner: readonly Change[] = [];
      const outer = await changesOf(async () => {
        await models.repository('post').insert({ slug: 'd' });
        inner = await add('e');
      });
      expect([outer, inner].map((changes) => changes.map(({ after }) => after?.slug))).to.deep.equal([
        ['d', 'e'],
        ['e'],
      ]);
    });

    it('of concurrent writes are as each of them has found the row', async () => {
      const [id = 0] = await posts('a');
      const add = () => changesOf(() => models.repository('post').update({ id }, { views: new Increment(1) }));
      const lists = await Promise.all(Array.from({ length: 8 }, add));
      const steps = lists.flat().map(({ before, after }) => `${before?.views}-${after?.views}`);
      expect(steps.sort()).to.deep.equal(Array.from({ length: 8 }, (_, at) => `${at}-${at + 1}`));
    });

    it('throw what the work throws', async () => {
      const failure = new Error('no');
      const failing = recordChanges(() => Promise.reject(failure));
      expect(await failing.catch((error: unknown) => error)).to.equal(failure);
    });
  });
}
