import { expect } from 'chai';
import { rejected, tableMigration, temporaryFolders } from '../../../test/stores/fixture.ts';
import { openTable, rehearse, restrictModels, Session, SoftDeletes } from '../src/core/index.ts';
import { createModels, DataError, type Models } from '../src/index.ts';
import { MemoryProvider } from './docs/memory-provider.ts';
import { STORES } from './each-store.ts';

for (const [name, make] of STORES) {
  describe(`what waits for a commit: ${name}`, () => {
    const folder = temporaryFolders();
    let database: Awaited<ReturnType<typeof make>>;
    let models: Models;
    let seen: string[];
    before(async () => {
      database = await make();
      models = createModels(database.url, {
        migrations: folder({ '1_t.mjs': tableMigration('t', "t.id(); t.string('a').unique();") }),
        autoMigrate: true,
      });
      restrictModels(models, { policies: undefined, softDeletes: new SoftDeletes([]) });
      await models.ping();
    });
    beforeEach(async () => {
      seen = [];
      await models.kysely.deleteFrom('t').execute();
    });
    after(async () => {
      await models.close();
      await database.drop();
    });

    const stored = async (): Promise<unknown[]> =>
      (await models.repository('t').findMany({ orderBy: [['a', 'asc']] })).map(({ a }) => a);
    const hooks = {
      afterWrite: () => void seen.push('written'),
      afterCommit: ({ after }: { after?: { a?: unknown } | undefined }) => void seen.push(`stored ${after?.a}`),
    };
    /** A class of a request, with hooks. */
    const open = (session: Session) => openTable({ name: 't', session, access: undefined, hooks });
    const add = (session: Session, a: string) => open(session).insert({ a });

    it('runs after the outermost transaction, in the order of the writes, also of another session', async () => {
      const [one, two] = [new Session(models), new Session(models)];
      await models.transaction(async () => {
        await one.transaction(async () => {
          await add(one, 'a');
          await two.transaction(() => add(two, 'b'));
          await add(one, 'c');
        });
        await add(two, 'd');
        expect(seen.splice(0)).to.deep.equal(Array(4).fill('written'));
        expect([one.stored, two.stored]).to.deep.equal([0, 0]);
      });
      expect(seen).to.deep.equal(['stored a', 'stored b', 'stored c', 'stored d']);
      expect([one.stored, two.stored]).to.deep.equal([2, 2]);
    });

    it('finds the record stored, and can write', async () => {
      const session = new Session(models);
      const writing = openTable({
        name: 't',
        session,
        access: undefined,
        hooks: {
          afterCommit: async () => {
            expect(session.open).to.equal(undefined);
            await models.transaction((tx) => tx.repository('t').insert({ a: String(seen.push('ran')) }));
          },
        },
      });
      await models.transaction(() => writing.insertRows?.([{ a: 'x' }, { a: 'y' }]) as Promise<unknown>);
      expect(await stored()).to.deep.equal(['1', '2', 'x', 'y']);
    });

    it('never runs after a rollback, of any transaction around it', async () => {
      const session = new Session(models);
      const failure = new Error('no');
      const failed = async (work: () => Promise<unknown>): Promise<void> => {
        expect(await work().catch((error: unknown) => error)).to.equal(failure);
      };
      await failed(() =>
        models.transaction(async () => {
          await add(session, 'a');
          throw failure;
        }),
      );
      await models.transaction(async () => {
        await failed(() =>
          session.transaction(async () => {
            await add(session, 'b');
            throw failure;
          }),
        );
        await add(session, 'c');
      });
      expect(seen).to.deep.equal(['written', 'written', 'written', 'stored c']);
      expect(session.stored).to.equal(1);
      expect(await stored()).to.deep.equal(['c']);
    });

    it('runs once after a conflict', async () => {
      const session = new Session(models);
      let attempts = 0;
      await models.transaction(async () => {
        await add(session, 'a');
        attempts += 1;
        if (attempts < 3) throw new DataError('retry', 'a conflict');
      });
      expect(seen).to.deep.equal(['written', 'written', 'written', 'stored a']);
    });

    it('of two at once waits for its own', async () => {
      const [one, two] = [new Session(models), new Session(models)];
      const results = await Promise.allSettled([
        models.transaction(() => add(one, 'a')),
        models.transaction(async () => {
          await add(two, 'b');
          throw new Error('no');
        }),
      ]);
      expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
      expect(seen.filter((what) => what !== 'written')).to.deep.equal(['stored a']);
      expect([one.stored, two.stored]).to.deep.equal([1, 0]);
    });

    it('runs in a global transaction as if that were none', async () => {
      const rollback = await models.beginGlobalTransaction();
      const session = new Session(models);
      await add(session, 'a');
      await models.transaction(() => add(session, 'b'));
      expect(seen).to.deep.equal(['written', 'stored a', 'written', 'stored b']);
      await rollback();
    });

    describe('rehearse', () => {
      it('returns what the work returned, and stores nothing, also of other sessions', async () => {
        const session = new Session(models);
        const found = await rehearse(models, async () => {
          await add(session, 'a');
          await session.transaction(() => add(session, 'b'));
          await models.as({ id: 1 }).transaction((tx) => tx.repository('t').insert({ a: 'c' }));
          await models.model('t').add({ a: 'd' });
          await models.transaction((tx) => tx.model('t').add({ a: 'e' }));
          return stored();
        });
        expect(found).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
        expect(await stored()).to.deep.equal([]);
        expect(seen).to.deep.equal(['written', 'written']);
        expect(session.stored).to.equal(0);
      });

      it('throws what the work throws, and what the store refuses', async () => {
        const failure = new Error('no');
        const failing = rehearse(models, async () => {
          await models.model('t').add({ a: 'a' });
          throw failure;
        });
        expect(await failing.catch((error: unknown) => error)).to.equal(failure);
        const twice = (): Promise<unknown> => models.repository('t').insertRows?.([{ a: 'a' }, { a: 'a' }]) as never;
        await rejected(rehearse(models, twice), 'conflict', 'a');
        expect(await stored()).to.deep.equal([]);
      });

      it('refuses work that could not commit, since it has caught an error', async () => {
        const work = async (): Promise<void> => {
          await models.repository('t').insert({ a: 'a' });
          await models
            .repository('t')
            .insert({ a: 'a' })
            .catch(() => {});
        };
        const outcome = (promise: Promise<unknown>): Promise<unknown> =>
          promise.then(
            () => 'done',
            (error: DataError) => error.code,
          );
        const rehearsed = await outcome(rehearse(models, work));
        expect(rehearsed).to.equal(name === 'postgres' ? 'conflict' : 'done');
        expect(rehearsed).to.equal(await outcome(models.transaction(work)));
      });

      it('is a part of a transaction around it, and leaves it as it was', async () => {
        await models.transaction(async () => {
          await models.model('t').add({ a: 'a' });
          expect(await rehearse(models, () => models.model('t').add({ a: 'b' }).then(stored))).to.deep.equal([
            'a',
            'b',
          ]);
          await models.model('t').add({ a: 'c' });
        });
        expect(await stored()).to.deep.equal(['a', 'c']);
      });

      // A database in memory has one connection.
      if (name !== 'sqlite') {
        it('sees no other state after a rehearsal inside of it, even if that was the first to read', async () => {
          await models.model('t').add({ a: 'a' });
          const other = createModels(database.url, { patience: 1_000 });
          const reads = await rehearse(models, async () => [
            await rehearse(models, stored),
            // Refused where it would have to wait for the lock.
            await other.repository('t').update({ a: 'a' }, { a: 'b' }).then(stored, stored),
          ]);
          await other.close();
          expect(reads).to.deep.equal([['a'], ['a']]);
        });
      }

      it('runs the work again after a conflict', async () => {
        let attempts = 0;
        const result = await rehearse(models, async () => {
          await models.model('t').add({ a: 'a' });
          attempts += 1;
          if (attempts < 3) throw new DataError('retry', 'a conflict');
          return attempts;
        });
        expect(result).to.equal(3);
      });
    });
  });
}

describe('a provider of another kind', () => {
  const columns = new Map(
    ['id', 'a'].map((column) => [
      column,
      { name: column, type: 'string' as const, nullable: false, hasDefault: column === 'id' },
    ]),
  );
  const memory = () => new MemoryProvider([{ name: 't', primaryKey: ['id'], columns, unique: [] }]);

  it('cannot rehearse', async () => {
    await rejected(
      rehearse(memory(), async () => {}),
      'unavailable',
    );
  });

  it('runs afterCommit after the outermost transaction of the session', async () => {
    const seen: unknown[] = [];
    const session = new Session(memory());
    const hooks = { afterCommit: () => void seen.push('stored') };
    const table = openTable({ name: 't', session, access: undefined, hooks });
    await session.transaction(async () => {
      await session.transaction(() => table.insert({ a: 'x' }));
      expect(seen).to.deep.equal([]);
    });
    expect(seen).to.deep.equal(['stored']);
    expect(session.stored).to.equal(1);
  });
});
