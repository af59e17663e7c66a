import { defineLogic } from '@rest-gen/logic';
import type { RestRouterOptions } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../test/fixture/rest.ts';
import type { Attack } from './attack.ts';
import type { Answer, RequestText } from './bytes.ts';
import type { Target } from './target.ts';

/** A second post with a comment, which the attacker wants to reach, or to reach from. */
export interface Foreign {
  readonly post: number;
  readonly comment: number;
}
/** A request whose path names them. */
export type Ask = readonly [method: string, path: (foreign: Foreign) => string, text?: RequestText];
/** A row of comments. */
export type Comment = Readonly<{ id: number; postId: number; text: string }>;

/** The key that attackers ask for. */
export const KEY = 990;
/** A body that says everything that only the path and the store may say. */
export const TAKEN = { text: 'written', postId: 1, id: KEY };

/** Comments whose logic declares what the path maps and the primary key: the base class must keep them apart all the same. */
export function openComments(): RestRouterOptions {
  const fields = { text: { string: true }, postId: { int: true }, id: { int: true } } as const;
  const bodies = { postAction: { body: fields }, putAction: { body: fields }, patchAction: { body: fields } } as const;
  const open = defineLogic({
    // Of the two parameters one is declared, and the other one must not be lost.
    params: { id: { int: true } },
    ...bodies,
    getAction: { query: { postId: { int: true } } },
  });
  class Open extends Rest<typeof open> {
    static bulk = true;
    static forms = true;
  }
  const upsert = defineLogic(bodies);
  class Upsert extends Rest<typeof upsert> {
    static upsert = true;
  }
  return {
    controllers: { 'open/comment': Open, 'upsert/comment': Upsert },
    logics: { 'open/comment': open, 'upsert/comment': upsert },
    rules: [
      [/\/open\/(\d+)\/comments(?:\/(\d+))?/, 'open/comment?postId=:1&id=:2', 'rest'],
      [/\/upsert\/(\d+)\/comments(?:\/(\w+))?/, 'upsert/comment?postId=:1&id=:2', 'rest'],
      ['/keyed/:id?', 'open/comment', 'rest'],
      ['/flat', 'open/comment', 'rest'],
    ],
  };
}

/** A request that changes no row of the store. */
export function unchanged(name: string, ask: Ask, answer: number, check?: Attack['check']): Attack {
  const send = (target: Target): Promise<Answer> => {
    const { rows } = target.models;
    const own = structuredClone([rows('post')[0], rows('comment')[0]]);
    return beside(target, ask, ({ post, comment }) => {
      expect([rows('post')[0], rows('comment')[0]]).to.deep.equal(own);
      expect(rows('post').map(({ id, title }) => [id, title])).to.deep.equal([
        [1, 'first'],
        [post, 'foreign'],
      ]);
      expect(rows('comment').slice(1)).to.deep.equal([{ id: comment, postId: post, text: 'foreign' }]);
    });
  };
  return { name, send, answer, ...(check && { check }) };
}

/** A request that writes the one comment `written`, as it should be, and no other. */
export function written(name: string, ask: Ask, answer: number, right: (foreign: Foreign) => Partial<Comment>): Attack {
  const send = (target: Target): Promise<Answer> =>
    beside(target, ask, (foreign) => {
      const [own, ...others] = target.models.rows('comment') as unknown as Comment[];
      expect(own).to.deep.equal({ id: 1, postId: 1, text: 'well said' });
      const added = others.filter(({ text }) => text === 'written');
      expect(added, 'written comments').to.have.length(1);
      expect(added[0]).to.include(right(foreign));
      expect(others.map(({ id }) => id)).not.to.include(KEY);
    });
  return { name, send, answer };
}

// --- internal ---

/** Send a request beside a foreign post and its comment, look at the store, and take away whatever is new. */
async function beside(target: Target, [method, path, text]: Ask, look: (foreign: Foreign) => void): Promise<Answer> {
  const { models, ask } = target;
  const post = (await models.repository('post').insert({ title: 'foreign' })) as number;
  const comment = (await models.repository('comment').insert({ postId: post, text: 'foreign' })) as number;
  try {
    const answer = await ask(method, path({ post, comment }), text);
    look({ post, comment });
    return answer;
  } finally {
    for (const table of ['post', 'comment']) models.rows(table).splice(1);
  }
}
