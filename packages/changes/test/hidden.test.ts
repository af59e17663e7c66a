import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { feedKey } from '../src/stream/feed-key.ts';
import { openBoard } from './open-board.ts';

describe('a hidden field', () => {
  for (const [name, make] of STORES) {
    it(`that changes alone sends nothing on ${name}, whatever the others hold`, async () => {
      const database = await make();
      const board = await openBoard({ store: database.url });
      try {
        const posts = board.models.repository('post');
        const read = async (offset: string) => {
          const response = await fetch(`${board.url}/post?offset=${offset}`, { headers: { 'x-user': '1' } });
          return { text: await response.text(), next: response.headers.get('stream-next-offset') as string };
        };
        await posts.insert({
          title: '😀 e\u0301\u2028"\\ ',
          status: 'live',
          owner_id: 1,
          price: '-99999999.99',
          // As `jsonb` would not keep it.
          meta: { bb: [1e-7, 1e21, 1.5], a: { '': null }, 'c"d': false },
          due_at: '1969-12-31T23:59:59.999Z',
          pinned: false,
          note: '',
        });
        const { next } = await read('now');
        await posts.update({}, { secret: 'other' });
        expect((await read(next)).text).to.equal('[]');
      } finally {
        await board.close();
        await database.drop();
      }
    });
  }
});

describe('the key of a list that is shared', () => {
  const keyOf = (user: object | undefined) => feedKey({ url: '/post', user, headers: {} });

  it('is short, and differs with the user', () => {
    const users = [undefined, { id: 1 }, { id: '1' }, { id: 1, roles: ['a'] }, { id: 1, roles: [['a']] }, { sub: 1 }];
    const keys = users.map(keyOf);
    expect(new Set(keys).size).to.equal(users.length);
    expect(feedKey({ url: `/${'a'.repeat(10_000)}`, user: undefined, headers: {} })).to.have.length.below(100);
    expect(keyOf({ id: 1, since: new Date(0) })).to.equal(keyOf({ id: 1, since: new Date(0) }));
  });

  it('is none where JSON does not say all of the user', () => {
    const circle: Record<string, unknown> = { id: 1 };
    circle.self = circle;
    const odd = [new (class User {})(), { may: () => true }, { roles: new Set(['a']) }, { teams: new Map() }, circle];
    const others = [
      { [Symbol('token')]: 1 },
      { id: 1n },
      { id: Number.NaN },
      { toJSON: () => 1 },
      { a: [new (class {})()] },
    ];
    for (const user of [...odd, ...others]) expect(keyOf(user)).to.equal(undefined);
  });
});
