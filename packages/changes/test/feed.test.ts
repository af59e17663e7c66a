import { createModels } from '@rest-gen/model';
import { expect } from 'chai';
import { Feed } from '../src/stream/feed.ts';
import type { Batch } from '../src/types.ts';

describe('a feed', () => {
  it('keeps no failure: the changes are read again', async () => {
    const models = createModels('sqlite::memory:');
    let asked = 0;
    const request = async () => {
      asked += 1;
      throw new Error('the store is down');
    };
    const address = { url: '/post', user: undefined, headers: {}, controller: 'post', table: 'post', pageSize: 10 };
    const feed = new Feed({ request }, models.changes, address);
    const change = { id: '1', position: 1, table: 'post', key: '7', action: 'create', before: undefined } as const;
    const batch: Batch = { from: 0, to: 1, changes: [{ ...change, at: '', actor: undefined }] };
    for (const read of [() => feed.messages(batch), () => feed.events(batch)]) {
      asked = 0;
      for (let times = 0; times < 2; times++) {
        expect(await read().catch((error: Error) => error.message)).to.equal('the store is down');
      }
      expect(asked).to.equal(2);
    }
    await models.close();
  });
});
