import type { ChangeLog } from '@rest-gen/model';
import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { Tail } from '../src/stream/tail.ts';
import { openBoard } from './open-board.ts';

describe('the end of the changes', () => {
  it('is read once where what was between is deleted, and not again and again', async () => {
    let reads = 0;
    const log = {
      number: async () => 0,
      position: async () => 9,
      read: async () => {
        reads += 1;
        return [];
      },
    };
    const tail = new Tail(log as unknown as ChangeLog, 10_000);
    const close = tail.open();
    expect(await tail.next(5, Date.now() + 50, new AbortController().signal)).to.equal(undefined);
    close();
    // One by the tail itself.
    expect(reads).to.be.at.most(2);
  });

  for (const [name, make] of STORES) {
    it(`holds a few large records at a time on ${name}`, async () => {
      const database = await make();
      const board = await openBoard({ store: database.url });
      try {
        const posts = board.models.repository('post');
        const note = 'n'.repeat(2_000_000);
        for (let id = 1; id <= 12; id++) await posts.insert({ title: 'A', status: 'live', owner_id: 1, note });
        const read = async (offset: string) => fetch(`${board.url}/post?fields=id,title&offset=${offset}`);
        const { headers } = await read('now');
        const offset = headers.get('stream-next-offset') as string;
        await posts.update({}, { title: 'B' });
        const messages = (await (await read(offset)).json()) as unknown[];
        expect(messages).to.have.length(12);
        expect(await board.models.changes.read({ after: Number(offset.split('_')[0]) })).to.have.length(10);
      } finally {
        await board.close();
        await database.drop();
      }
    });
  }
});
