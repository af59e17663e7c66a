import { expect } from 'chai';
import fc from 'fast-check';
import { type Board, openBoard } from './open-board.ts';

/** What user 1 sees: live posts, and their own. */
type Step =
  | { readonly kind: 'insert'; readonly owner: number; readonly live: boolean }
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly field: 'title' | 'status' | 'secret';
      readonly value: number;
    };

const visible = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), owner: fc.constant(1), live: fc.boolean() }),
  fc.record({
    kind: fc.constant('update' as const),
    id: fc.nat(5),
    field: fc.constantFrom('title' as const, 'status' as const),
    value: fc.nat(3),
  }),
);
/** Posts of user 2 that are never live, and hidden columns. */
const unseen = fc.oneof(
  fc.record({ kind: fc.constant('hide' as const), id: fc.nat(5), value: fc.nat(3) }),
  fc.record({ kind: fc.constant('other' as const), title: fc.nat(3) }),
);

describe('what a user may not see', () => {
  const lists = ['/post', '/post?status=live', '/post?fields=id,status&sort=-title'];

  it('changes nothing of their streams but positions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(visible, fc.array(unseen, { maxLength: 3 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
        async (steps) => {
          const boards = [await openBoard(), await openBoard()] as const;
          try {
            const offsets = new Map<string, string>();
            for (const [step, hidden, isRead] of steps) {
              for (const board of boards) {
                await see(board, step);
                if (board === boards[1]) for (const one of hidden) await hide(board, one);
              }
              if (!isRead) continue;
              for (const list of lists) {
                const [plain, watched] = [await read(boards[0], list, offsets), await read(boards[1], list, offsets)];
                expect(watched, list).to.equal(plain);
              }
            }
          } finally {
            for (const board of boards) await board.close();
          }
        },
      ),
      { numRuns: Number(process.env.FAST_CHECK_RUNS ?? 15) },
    );
  });

  /** Records of user 1 have keys from 1, those that are hidden from 1,000. */
  async function see({ models }: Board, step: Step): Promise<void> {
    const posts = models.repository('post');
    if (step.kind === 'insert') {
      const seen = await posts.count({ id: { lt: 1000 } });
      const status = step.live ? 'live' : 'draft';
      await posts.insert({ id: seen + 1, title: 't', status, owner_id: step.owner });
    } else {
      const value = step.field === 'status' ? (step.value % 2 === 0 ? 'live' : 'draft') : `t${step.value}`;
      await posts.update({ id: step.id }, { [step.field]: value });
    }
  }

  async function hide(
    { models }: Board,
    one: { kind: string; id?: number; value?: number; title?: number },
  ): Promise<void> {
    const posts = models.repository('post');
    if (one.kind === 'hide') await posts.update({ id: one.id as number }, { secret: `s${one.value}` });
    else {
      const id = 1000 + (await posts.count({ id: { gte: 1000 } }));
      await posts.insert({ id, title: `t${one.title}`, status: 'draft', owner_id: 2 });
      await posts.update({ id: 1000 }, { title: `u${one.title}` });
      if (one.title === 0) await posts.delete({ id });
    }
  }

  async function read(board: Board, list: string, offsets: Map<string, string>): Promise<string> {
    const place = `${board.url} ${list}`;
    const joint = list.includes('?') ? '&' : '?';
    const response = await fetch(`${board.url}${list}${joint}offset=${offsets.get(place) ?? '-1'}`, {
      headers: { 'x-user': '1' },
    });
    offsets.set(place, response.headers.get('stream-next-offset') as string);
    const headers = [...response.headers].filter(([name]) => !/^(?:date|stream-(?:next-offset|cursor))$/.test(name));
    return JSON.stringify([response.status, headers, await response.text()]);
  }
});
