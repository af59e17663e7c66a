import { executionAsyncResource } from 'node:async_hooks';
import { expect } from 'chai';
import { sqliteFixture } from '../../../test/stores/sqlite/open-sqlite.ts';

describe('the asynchronous context', () => {
  const { open } = sqliteFixture();
  const openOne = async () => (await open("t.id(); t.text('a');")).models;

  it('carries as much with many stores as with one', async () => {
    // Node 20 and 22 hang what a context carries on each resource there is, a symbol for each storage.
    const carried = async (stores: number): Promise<number> => {
      if (stores > 0) return (await openOne()).transaction(() => carried(stores - 1));
      await null;
      return Object.getOwnPropertySymbols(executionAsyncResource()).length;
    };
    expect(await carried(5)).to.equal(await carried(1));
  });

  it('knows the transaction of each store, whichever has begun last', async () => {
    const stores = [await openOne(), await openOne()] as const;
    const failure = new Error('taken back');
    const work = stores[0].transaction(() =>
      stores[1].transaction(async () => {
        for (const models of stores) await models.model('t').add({ a: 'x' });
        throw failure;
      }),
    );
    expect(await work.catch((thrown: unknown) => thrown)).to.equal(failure);
    for (const models of stores) expect(await models.model('t').count()).to.equal(0);
  });
});
