import {
  Access,
  definePolicy,
  type Filter,
  NO_RELATIONS,
  openTable,
  Policies,
  type Policy,
  type Relation,
  Session,
} from '@rest-gen/model/core';
import { expect } from 'chai';
import { memoryModels } from '../memory-models.ts';

/** A post has an author, and an author has posts. */
async function open(post: Policy) {
  const models = memoryModels({
    author: { id: 'integer', name: 'string' },
    post: { id: 'integer', author_id: 'integer -> author.id' },
  });
  await models.repository('author').insert({ name: 'Ann' });
  await models.repository('post').insert({ author_id: 1 });
  const [authors, posts] = [await models.repository('author').describe(), await models.repository('post').describe()];
  const author: Relation = {
    kind: 'one',
    target: authors,
    from: 'author_id',
    to: 'id',
    fields: ['name'],
    orderBy: [],
    max: 1,
    relations: NO_RELATIONS,
  };
  const list: Relation = {
    ...author,
    kind: 'many',
    target: posts,
    from: 'id',
    to: 'author_id',
    fields: ['id'],
    max: 20,
  };
  const policies = new Policies(
    Object.entries({ post, author: definePolicy('everyone') }).map(([table, policy]) => {
      return { table, policy, file: undefined, relations: NO_RELATIONS };
    }),
  );
  const openFor = (table: string, name: string, relation: Relation) => {
    const relations = new Map([[name, relation]]);
    const access = new Access(policies, { id: 1 });
    return openTable({ name: table, session: new Session(models), access, relations });
  };
  return { posts: openFor('post', 'author', author), authors: openFor('author', 'posts', list) };
}

describe('a foreign key that the user may not read', () => {
  const rows: [name: string, policy: Policy, isShown: boolean][] = [
    ['that everyone may read', definePolicy({ read: 'everyone', fields: { author_id: { read: 'everyone' } } }), true],
    ['that nobody may read', definePolicy({ read: 'everyone', fields: { author_id: { read: 'nobody' } } }), false],
    ['that is in some records', definePolicy({ read: 'everyone', fields: { author_id: { read: { id: 9 } } } }), false],
  ];
  for (const [name, policy, isShown] of rows) {
    it(`cannot be learned through relations: one ${name}`, async () => {
      const { posts, authors } = await open(policy);
      const author = isShown ? { name: 'Ann' } : null;
      expect(await posts.findMany({ fields: ['id'], include: { author: {} } })).to.deep.equal([{ id: 1, author }]);
      const filter: Filter = { 'author.id': 1 };
      expect(await posts.count(filter)).to.equal(isShown ? 1 : 0);
      expect(await authors.findMany({ fields: ['id'], include: { posts: {} } })).to.deep.equal([
        { id: 1, posts: isShown ? [{ id: 1 }] : [] },
      ]);
      expect(await authors.count({ 'posts.id': 1 })).to.equal(isShown ? 1 : 0);
    });
  }
});
