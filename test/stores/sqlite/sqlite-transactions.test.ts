import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import { rejected } from '../fixture.ts';
import { sqliteFixture } from './open-sqlite.ts';

describe('transactions of SQLite', () => {
  const { open } = sqliteFixture();

  it('ends a transaction that the store has ended', async () => {
    const { models, script } = await open("t.id(); t.text('a');");
    await script('pragma max_page_count = 12');
    const big = 'x'.repeat(100_000);
    const later: unknown[] = [];
    const error = await models
      .transaction(async (tx) => {
        await tx.model('t').add({ a: 'first' });
        const inner = tx.transaction(async (nested) => {
          const many = [1, 2].map(() =>
            nested
              .model('t')
              .add({ a: big })
              .catch((thrown: unknown) => later.push(thrown)),
          );
          await Promise.all(many);
        });
        await inner.catch((thrown: unknown) => later.push(thrown));
        // The statement must not run on its own now that the transaction is gone.
        await tx
          .model('t')
          .add({ a: 'second' })
          .catch((thrown: unknown) => later.push(thrown));
      })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError).with.property('code', 'unavailable');
    expect((error as DataError).message).to.contain('disk is full');
    expect(later).to.have.length(4);
    await script('pragma max_page_count = 100000');
    expect(await models.model('t').count()).to.equal(0);
    expect(await models.model('t').add({ a: big })).to.equal(1);
  });

  describe('a transaction that SQLite has rolled back by itself', () => {
    const ways: [name: string, script: string][] = [
      ['a constraint', 'create table rb (id integer primary key, x text unique on conflict rollback)'],
      [
        'a trigger',
        `create table rb (id integer primary key, x text);
         create trigger taken before insert on rb when exists (select 1 from rb where x = new.x)
         begin select raise(rollback, 'taken'); end`,
      ],
    ];
    for (const [name, text] of ways) {
      for (const isNested of [false, true]) {
        it(`because of ${name}${isNested ? ', inside of a savepoint' : ''}, keeps nothing and takes nothing more`, async () => {
          const { models, script } = await open('t.id();');
          await script(text);
          await models.model('rb').add({ x: 'before' });
          const caught: unknown[] = [];
          const keep = (thrown: unknown) => caught.push(thrown);
          const running = models.transaction(async (tx) => {
            await tx.model('rb').add({ x: 'in-tx' });
            if (isNested) {
              await tx.transaction((inner) => inner.model('rb').add({ x: 'before' })).catch(keep);
            } else {
              await tx.model('rb').add({ x: 'before' }).catch(keep);
            }
            await tx.model('rb').add({ x: 'after' }).catch(keep);
            await tx.transaction((inner) => inner.model('rb').add({ x: 'later' })).catch(keep);
          });
          const error = await running.catch((thrown: unknown) => thrown);
          expect(error).to.be.instanceOf(DataError);
          expect(caught).to.have.length(3);
          expect(await models.model('rb').select()).to.deep.equal([{ id: 1, x: 'before' }]);
          await models.transaction((tx) => tx.model('rb').add({ x: 'next' }));
          expect(await models.model('rb').count()).to.equal(2);
        });
      }
    }

    it('goes on after an error that ends the statement only', async () => {
      const { models } = await open("t.id(); t.text('x').unique();");
      await models.transaction(async (tx) => {
        await tx.model('t').add({ x: 'a' });
        await rejected(tx.model('t').add({ x: 'a' }), 'conflict', 'x');
        await tx.model('t').add({ x: 'b' });
      });
      expect(await models.model('t').count()).to.equal(2);
    });
  });

  it('rolls back when the commit fails', async () => {
    const { models, script } = await open('t.id();');
    await script('create table d (id integer primary key, t integer references t deferrable initially deferred)');
    await rejected(
      models.transaction((tx) => tx.model('d').add({ t: 9 })),
      'foreign_key',
    );
    await rejected(
      models.transaction((tx) => tx.transaction((inner) => inner.model('d').add({ t: 9 }))),
      'foreign_key',
    );
    expect(await models.model('d').count()).to.equal(0);
    await models.transaction((tx) => tx.model('t').add({}));
    expect(await models.model('t').count()).to.equal(1);
  });
});
