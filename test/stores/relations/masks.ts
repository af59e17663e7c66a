import type { Description, Relations, Repository, View } from '@rest-gen/model/core';
import { type Column, type Filter, type ModelProvider, type Query, type Row, readFilter } from '@rest-gen/model/core';
import { expect } from 'chai';
import { restricted } from '../../../packages/model/src/core/join-filters.ts';
import { blogRelations, details, fillBlog } from './blog.ts';
import { expectPages, idsOf } from './expect-pages.ts';
import { type DeclaredRelations, resolveRelations } from './resolve-relations.ts';

/** Which rows show a column: table → column → filter; `false`: none. */
export type Masks = Readonly<Record<string, Readonly<Record<string, Filter | false>>>>;

/**
 * What a store that takes views must do: a column with a mask is null in each row that the mask excludes, wherever a request names the column.
 *
 * @param open - gives models on empty tables, `blogMigrations` or `blogTables`; the suite closes them
 */
export function masksConformance(name: string, open: () => Promise<ModelProvider> | ModelProvider): void {
  describe(`masks: ${name}`, () => {
    let models: ModelProvider;
    before(async () => {
      models = await open();
      await fillBlog(models);
    });
    after(() => models.close());

    const seen = async (table: Table, masks: Masks, declared = blogRelations[table]): Promise<Repository> => {
      const relationsOf = new Map<string, Relations>();
      for (const [one, relations] of Object.entries(blogRelations))
        relationsOf.set(one, await resolveRelations(models, relations as DeclaredRelations));
      const view: View = (description) => maskColumns(description, masks, relationsOf);
      return models.repository(table, {}, await resolveRelations(models, declared, view), view);
    };

    for (const [what, masks, where, ids] of filters) {
      it(`filters by ${what}`, async () => {
        const post = await seen('post', masks);
        expect(idsOf(await post.findMany({ where, orderBy: [['id', 'asc']] }))).to.deep.equal(ids);
        expect(await post.count(where)).to.equal(ids.length);
      });
    }

    for (const [what, masks, orderBy, ids] of orders) {
      it(`sorts by ${what}, and pages after each record`, async () => {
        const post = await seen('post', masks);
        await expectPages(post, orderBy, ids);
      });
    }

    for (const [what, masks, query, expected] of reads) {
      it(`reads ${what}`, async () => {
        const post = await seen('post', masks);
        expect(await post.findOne(query)).to.deep.equal(expected);
      });
    }

    it('reads values of every type as a table without masks does', async () => {
      const columns = Object.keys(details[0] as Row).filter((column) => column !== 'id' && column !== 'post_id');
      const masks = { detail: Object.fromEntries(columns.map((column) => [column, { id: [1, 3] }])) };
      const empty = Object.fromEntries(columns.map((column) => [column, null]));
      const expected = details.map((row) => (row.id === 2 ? { ...row, ...empty } : row));
      const relations = await resolveRelations(models, {}, (description) => description);
      const view: View = (description) => maskColumns(description, masks);
      const detail = models.repository('detail', {}, relations, view);
      expect(await detail.findMany({ orderBy: [['id', 'asc']] })).to.deep.equal(expected);
      const post = await seen('post', masks);
      expect(await post.findOne({ where: { id: 2 }, fields: ['id'], include: { details: {} } })).to.deep.equal({
        id: 2,
        details: expected,
      });
      for (const column of columns) {
        const orderBy = [[column, 'asc'] as const, ['id', 'asc'] as const];
        if (column !== 'meta') expect(await detail.findMany({ orderBy, fields: ['id'] })).to.have.length(3);
        expect(await detail.count({ [column]: { null: false } }), column).to.equal(1);
      }
    });

    it('never mixes the masks of users, though their statements are alike', async () => {
      const query: Query = {
        fields: ['id', 'title'],
        orderBy: [
          ['title', 'asc'],
          ['id', 'asc'],
        ],
        include: { author: {} },
      };
      for (const id of [1, 2, 1, 4, 2]) {
        const post = await seen('post', { post: { title: { id } }, author: { name: { id } } });
        const rows = await post.findMany(query);
        const authors = rows.map(({ author }) => (author as Row | null)?.name).filter((one) => typeof one === 'string');
        expect(rows.map((row) => row.title).filter((title) => title !== null)).to.deep.equal([titles[id]]);
        expect(authors).to.deep.equal(names[id] === null ? [] : [names[id]]);
        expect(await post.count({ title: titles[id] as string })).to.equal(1);
        expect(await post.count({ title: titles[id === 1 ? 2 : 1] as string })).to.equal(0);
      }
    });

    it('counts only rows between two tables that match', async () => {
      const { tags, tagCount } = blogRelations.post as Record<'tags' | 'tagCount', DeclaredRelations[string]>;
      const linked = (where: Filter) => ({
        tags: { ...tags, through: { ...tags.through, where } },
        tagCount: { ...tagCount, through: { ...tagCount.through, where } },
      });
      const some = await seen('post', {}, linked({ id: [2, 3, 5, 6] }) as DeclaredRelations);
      expect(await some.findMany({ where: { 'tags.name': 'x' }, fields: ['id'] })).to.deep.equal([{ id: 4 }]);
      expect(await some.findOne({ where: { id: 1 }, fields: ['id', 'tagCount'], include: { tags: {} } })).to.deep.equal(
        {
          id: 1,
          tagCount: 1,
          tags: [{ id: 2, name: 'y' }],
        },
      );
      expect(await some.count({ tags: { none: {} } })).to.equal(2);
      expect(await some.count({ tagCount: 2 })).to.equal(1);
      const none = await seen('post', {}, linked(restricted(undefined, false)) as DeclaredRelations);
      expect(await none.count({ tags: { some: {} } })).to.equal(0);
      expect(await none.count({ tagCount: { gt: 0 } })).to.equal(0);
    });

    it('takes restrictions for the records of a relation, also of all', async () => {
      const { description, relations } = await described('comment');
      const open = restricted(
        undefined,
        readFilter({ open: true, 'post.author.city': 'Rome' }, description, relations),
      );
      const comments = (blogRelations.post as DeclaredRelations).comments as DeclaredRelations[string];
      const few = await seen('post', {}, { comments: { ...comments, where: restricted(open, []) } });
      expect(idsOf(await few.findMany({ where: { comments: { some: {} } }, orderBy: [['id', 'asc']] }))).to.deep.equal([
        1, 4,
      ]);
      const nothing = await seen('post', {}, { comments: { ...comments, where: restricted(open, false) } });
      expect(await nothing.count({ comments: { some: {} } })).to.equal(0);
      expect(await nothing.findOne({ where: { id: 1 }, fields: ['id'], include: { comments: {} } })).to.deep.equal({
        id: 1,
        comments: [],
      });
    });

    it('matches nothing for a restriction to nothing', async () => {
      const post = await seen('post', {});
      expect(await post.count(restricted(undefined, false))).to.equal(0);
      expect(await post.count(restricted({ id: 1 }, [{ operator: 'or', value: [] }]))).to.equal(0);
    });

    async function described(table: Table): Promise<{ description: Description; relations: Relations }> {
      const relations = await resolveRelations(models, blogRelations[table] as DeclaredRelations);
      return { description: await models.repository(table).describe(), relations };
    }
  });
}

/** A table as somebody sees it who may not read all of some columns. */
export function maskColumns(
  description: Description,
  masks: Masks,
  relationsOf: ReadonlyMap<string, Relations> = new Map(),
): Description {
  const masked = masks[description.name];
  if (masked === undefined) return description;
  const columns = new Map<string, Column>(description.columns);
  for (const [name, filter] of Object.entries(masked)) {
    const conditions = filter && readFilter(filter, description, relationsOf.get(description.name));
    const mask = restricted(undefined, conditions);
    columns.set(name, { ...(columns.get(name) as Column), nullable: true, mask });
  }
  return { ...description, columns, hasMasks: true };
}

// --- internal ---

type Table = keyof typeof blogRelations;

const titles: Readonly<Record<number, string>> = { 1: 'One', 2: 'Two', 4: 'Four' };
const names: Readonly<Record<number, string | null>> = { 1: 'Ann', 2: 'Bob', 4: null };

/** Views are 10, 5, null, 10 and 0; shown are those of posts 1, 2 and 5. */
const views: Masks = { post: { views: { id: [1, 2, 5] } } };
/** Names are Ann, Bob, ann and null; shown are those of Romans. */
const romans: Masks = { author: { name: { city: 'Rome' } } };
const hidden: Masks = { post: { title: false } };

const filters: [what: string, masks: Masks, where: Filter, ids: number[]][] = [
  ['a value', views, { views: 10 }, [1]],
  ['another value', views, { views: { ne: 10 } }, [2, 3, 4, 5]],
  ['one of several values', views, { views: [10, 0] }, [1, 5]],
  ['one of several values, or null', views, { views: [0, null] }, [3, 4, 5]],
  ['none of several values', views, { views: { nin: [10] } }, [2, 3, 4, 5]],
  ['none of several values, and not null', views, { views: { nin: [10, null] } }, [2, 5]],
  ['null', views, { views: null }, [3, 4]],
  ['what is not null', views, { views: { null: false } }, [1, 2, 5]],
  ['a range', views, { views: { gt: 0, lte: 10 } }, [1, 2]],
  ['the other end of a range', views, { views: { lt: 10 } }, [2, 5]],
  ['text', { post: { title: { id: { lt: 3 } } } }, { title: { contains: 'o' } }, [1, 2]],
  ['text at the beginning', { post: { title: { id: { gt: 2 } } } }, { title: { startsWith: 'T' } }, [3]],
  ['text at the end', { post: { title: { id: { gt: 2 } } } }, { title: { endsWith: 'E' } }, [3]],
  ['a column that nobody sees', hidden, { title: { null: true } }, [1, 2, 3, 4, 5]],
  ['text in a column that nobody sees', hidden, { title: { contains: '' } }, []],
  ['a column that everybody sees', { post: { title: {} } }, { title: 'One' }, [1]],
  [
    'a column that another one shows, which has a mask',
    { post: { title: { views: 10 }, views: false } },
    { title: { null: false } },
    [1, 4],
  ],
  [
    'a column that related records show',
    { post: { title: { 'author.city': 'Rome' } } },
    { title: { null: false } },
    [1, 4],
  ],
  ['a column that a number shows', { post: { title: { commentCount: 1 } } }, { title: ['One', 'Two'] }, [2]],
  [
    'a column that one of two rules shows',
    { post: { title: { or: [{ id: 1 }, { views: 0 }] } } },
    { title: { null: false } },
    [1, 5],
  ],
  ['a field of a related record', romans, { 'author.name': 'Ann' }, [1]],
  ['another field of a related record', romans, { 'author.name': { ne: 'Ann' } }, [2, 4, 5]],
  ['null in a related record', romans, { 'author.name': null }, [2, 4, 5]],
  ['text in a related record', romans, { 'author.name': { startsWith: 'a' } }, [1]],
  ['a list', { comment: { text: { open: true } } }, { 'comments.text': 'no' }, [1]],
  [
    'every record of a list',
    { comment: { text: { open: true } } },
    { comments: { every: { text: { null: false } } } },
    [3, 5],
  ],
  ['a list of many to many', { tag: { name: { id: [2, 3] } } }, { 'tags.name': ['x', 'y'] }, [1, 2]],
  ['a record two steps away', romans, { 'comments.author.name': 'Ann' }, [1]],
  [
    'a column that refers, which joins all the same',
    { post: { author_id: false } },
    { 'author.name': 'Ann', author_id: null },
    [1],
  ],
];

const orders: [what: string, masks: Masks, orderBy: NonNullable<Query['orderBy']>, ids: number[]][] = [
  [
    'a column, null first',
    views,
    [
      ['views', 'asc'],
      ['id', 'asc'],
    ],
    [3, 4, 5, 2, 1],
  ],
  [
    'a column, null last',
    views,
    [
      ['views', 'desc'],
      ['id', 'asc'],
    ],
    [1, 2, 5, 3, 4],
  ],
  [
    'text that cannot be null',
    { post: { title: { id: [2, 3] } } },
    [
      ['title', 'asc'],
      ['id', 'desc'],
    ],
    [5, 4, 1, 3, 2],
  ],
  [
    'a column that nobody sees',
    hidden,
    [
      ['title', 'desc'],
      ['id', 'desc'],
    ],
    [5, 4, 3, 2, 1],
  ],
  [
    'a field of a related record',
    romans,
    [
      ['author.name', 'asc'],
      ['id', 'asc'],
    ],
    [2, 3, 4, 5, 1],
  ],
  [
    'two columns with masks',
    { post: { ...views.post, title: { id: [3, 4] } } },
    [
      ['views', 'asc'],
      ['title', 'desc'],
      ['id', 'asc'],
    ],
    [3, 4, 5, 2, 1],
  ],
  [
    'a column that is compared, too',
    { post: { title: { views: 10 }, views: { title: 'Two' } } },
    [
      ['title', 'asc'],
      ['views', 'asc'],
      ['id', 'asc'],
    ],
    [3, 5, 2, 4, 1],
  ],
];

const reads: [what: string, masks: Masks, query: Query, expected: Row][] = [
  ['a column that the row shows', views, { where: { id: 1 }, fields: ['id', 'views'] }, { id: 1, views: 10 }],
  ['null where it does not', views, { where: { id: 4 }, fields: ['id', 'views'] }, { id: 4, views: null }],
  [
    'all columns',
    { post: { title: false, views: { id: 4 } } },
    { where: { id: 4 } },
    { id: 4, title: null, views: 10, author_id: 4, editor_id: 4 },
  ],
  [
    'fields of related records',
    romans,
    { where: { id: 2 }, fields: ['author.name', 'author.boss.name', 'author.id'] },
    { 'author.name': null, 'author.boss.name': 'Ann', 'author.id': 2 },
  ],
  [
    'related records at any depth',
    romans,
    { where: { id: 2 }, fields: ['id'], include: { author: { boss: {} }, comments: { author: { boss: {} } } } },
    {
      id: 2,
      author: { id: 2, name: null, boss: { name: 'Ann' } },
      comments: [{ id: 4, text: 'no', author: { id: 2, name: null, boss: { name: 'Ann' } } }],
    },
  ],
  [
    'a list in the order of what it shows',
    { tag: { name: { id: 1 } } },
    { where: { id: 4 }, fields: ['id'], include: { tags: {}, tagCount: {} } },
    {
      id: 4,
      tags: [
        { id: 1, name: 'x' },
        { id: 3, name: null },
      ],
      tagCount: 2,
    },
  ],
];
