import type { DataErrorCode, Filter, Include, ModelProvider, Query, Repository, Row } from '@rest-gen/model/core';
import { expect } from 'chai';
import type { Models, ModelsOptions } from '../../../packages/model/src/index.ts';
import { blogMigrations, blogRelations, details, fillBlog } from './blog.ts';
import { expectPages, idsOf } from './expect-pages.ts';
import { type DeclaredRelations, resolveRelations } from './resolve-relations.ts';

/** Models with the tables of the suite in a database, in which they replace all others. */
export async function openBlog(create: (options: ModelsOptions) => Models): Promise<Models> {
  const models = create({ migrations: blogMigrations, autoMigrate: false });
  await models.migrateFresh();
  return models;
}

/**
 * What a store that takes relations must do, as mocha tests. `packages/router/test/naive-store.ts` says the rules in words.
 *
 * @param open - gives models on empty tables, `blogMigrations` or `blogTables`; the suite closes them
 */
export function relationsConformance(name: string, open: () => Promise<ModelProvider> | ModelProvider): void {
  describe(`relations: ${name}`, () => {
    let models: ModelProvider;
    const repository = async (table: Table): Promise<Repository> =>
      models.repository(table, {}, await resolveRelations(models, blogRelations[table] as DeclaredRelations));

    async function opened(): Promise<void> {
      models = await open();
      await fillBlog(models);
    }

    describe('reads', () => {
      before(opened);
      after(() => models.close());

      for (const [what, table, where, ids] of filters) {
        it(`filters by ${what}`, async () => {
          const found = await repository(table);
          expect(idsOf(await found.findMany({ where, orderBy: [['id', 'asc']] }))).to.deep.equal(ids);
          expect(await found.count(where)).to.equal(ids.length);
        });
      }

      for (const [what, orderBy, ids] of orders) {
        it(`sorts by ${what}, and pages after each record`, async () => {
          const post = await repository('post');
          await expectPages(post, orderBy, ids);
        });
      }

      it('pages after a place that no record has', async () => {
        const post = await repository('post');
        const orderBy = [
          ['author.name', 'asc'],
          ['id', 'asc'],
        ] as const;
        expect(idsOf(await post.findMany({ orderBy, after: ['B', 0] }))).to.deep.equal([2, 5]);
        expect(idsOf(await post.findMany({ orderBy, after: [null, 5] }))).to.deep.equal([1, 2, 5]);
      });

      it('passes over records, however many related ones they match with', async () => {
        const query: Query = { where: { comments: { some: {} } }, orderBy: [['id', 'asc']], limit: 2 };
        expect(idsOf(await (await repository('post')).findMany({ ...query, offset: 1 }))).to.deep.equal([2, 4]);
      });

      it('reads fields of related records, and numbers', async () => {
        const fields = ['id', 'author.name', 'author.boss.name', 'author.teamCount', 'commentCount'];
        const rows = await (await repository('post')).findMany({ fields, orderBy: [['id', 'asc']] });
        expect(rows.map((row) => fields.map((field) => row[field]))).to.deep.equal([
          [1, 'Ann', null, 1, 3],
          [2, 'Bob', 'Ann', 1, 1],
          [3, null, null, null, 0],
          [4, null, null, 1, 2],
          [5, 'ann', 'Bob', 0, 0],
        ]);
        expect(rows.every((row) => Object.keys(row).length === fields.length)).to.equal(true);
      });

      for (const [what, include, expected] of includes) {
        it(`includes ${what}`, async () => {
          const query: Query = {
            where: { id: Object.keys(expected) },
            fields: ['id'],
            orderBy: [['id', 'asc']],
            include,
          };
          const rows = await (await repository('post')).findMany(query);
          const complete = Object.entries(expected).map(([id, related]) => ({ id: Number(id), ...related }));
          expect(rows).to.deep.equal(complete);
        });
      }

      it('includes records as their own table reads them, in every byte', async () => {
        const post = await (await repository('post')).findOne({ where: { id: 2 }, include: { details: {} } });
        const own = await models.repository('detail').findMany({ orderBy: [['id', 'asc']] });
        expect(own).to.have.length(details.length);
        expect(textOf(post?.details)).to.equal(textOf(own));
      });

      it('includes beside filters, orders and pages through the same relation', async () => {
        const row = await (await repository('post')).findOne({
          where: { 'author.city': 'Rome', comments: { some: { open: true } } },
          orderBy: [
            ['author.name', 'desc'],
            ['commentCount', 'desc'],
            ['id', 'asc'],
          ],
          fields: ['id', 'author.name', 'commentCount'],
          include: { author: {}, commentCount: {} },
        });
        expect(row).to.deep.equal({ id: 1, 'author.name': 'Ann', commentCount: 3, author: { id: 1, name: 'Ann' } });
      });

      for (const [what, query, code] of refused) {
        it(`refuses ${what}`, async () => {
          const error = await (await repository('post')).findMany(query).then(
            () => expect.fail(`expected ${code}`),
            (thrown: unknown) => thrown as Error & { code: unknown },
          );
          expect(error.code, String(error)).to.equal(code);
        });
      }

      it('knows no relation where none are given', async () => {
        const error = await models
          .repository('post')
          .findMany({ where: { 'author.name': 'Ann' } })
          .then(
            () => expect.fail('expected unknown_field'),
            (thrown: unknown) => thrown as { code: unknown },
          );
        expect(error.code).to.equal('unknown_field');
      });
    });

    describe('writes', () => {
      beforeEach(opened);
      afterEach(() => models.close());

      const updates: [what: string, table: Table, where: Filter, values: Row, ids: number[]][] = [
        ['a field of a related record', 'post', { 'author.name': 'Ann' }, { title: 'new' }, [1]],
        ['a number', 'post', { commentCount: 0 }, { title: 'new' }, [3, 5]],
        ['records of the same table', 'author', { 'boss.name': 'Ann' }, { city: 'new' }, [2]],
        ['the number of records of the same table', 'author', { teamCount: { gte: 1 } }, { city: 'new' }, [1, 2, 4]],
        ['what the update changes', 'author', { 'team.city': 'Oslo' }, { city: 'Oslo' }, [2]],
      ];
      for (const [what, table, where, values, ids] of updates) {
        it(`updates by ${what}`, async () => {
          const found = await repository(table);
          const before = await found.findMany({ orderBy: [['id', 'asc']] });
          expect(await found.update(where, values)).to.equal(ids.length);
          expect(await found.findMany({ orderBy: [['id', 'asc']] })).to.deep.equal(
            before.map((row) => (ids.includes(row.id as number) ? { ...row, ...values } : row)),
          );
        });
      }

      it('gives the updated rows, also those that the filter does not match any more', async () => {
        const post = await repository('post');
        const rows = (await post.updateRows?.({ 'author.name': ['Ann', 'Bob'] }, { author_id: 3 })) ?? [];
        expect(idsOf(rows).sort()).to.deep.equal([1, 2]);
        expect(rows.map(({ author_id }) => author_id)).to.deep.equal([3, 3]);
      });

      const deletions: [what: string, table: Table, where: Filter, left: number[]][] = [
        ['a field of a related record', 'comment', { 'post.author.name': 'Ann' }, [4, 5, 6]],
        ['an empty list', 'tag', { posts: { none: {} } }, [1, 2, 3]],
      ];
      for (const [what, table, where, left] of deletions) {
        it(`deletes by ${what}`, async () => {
          const found = await repository(table);
          const before = await found.count();
          expect(await found.delete(where)).to.equal(before - left.length);
          expect(idsOf(await found.findMany({ orderBy: [['id', 'asc']] }))).to.deep.equal(left);
        });
      }
    });
  });
}

// --- internal ---

type Table = keyof typeof blogRelations;

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one));
}

const filters: [what: string, table: Table, where: Filter, ids: number[]][] = [
  ['a field of a related record', 'post', { 'author.name': 'Ann' }, [1]],
  ['one of several values', 'post', { 'author.name': ['Ann', 'Bob'] }, [1, 2]],
  ['another value, or null, of a record that exists', 'post', { 'author.name': { ne: 'Ann' } }, [2, 4, 5]],
  ['none of several values', 'post', { 'author.name': { nin: ['Ann', 'Bob'] } }, [4, 5]],
  ['null in a record that exists', 'post', { 'author.name': { null: true } }, [4]],
  ['null, written as a value', 'post', { 'author.name': null }, [4]],
  ['null in a list', 'post', { 'author.name': ['Ann', null] }, [1, 4]],
  ['a value that is not null', 'post', { 'author.name': { null: false } }, [1, 2, 5]],
  ['a range', 'post', { 'author.id': { gt: 1, lte: 3 } }, [2, 5]],
  ['the other one of two references to a table', 'post', { 'editor.name': 'Ann' }, [3]],
  ['both references to a table', 'post', { 'author.id': 1, 'editor.id': 2 }, [1]],
  ['a record of a related record', 'post', { 'author.boss.name': 'Ann' }, [2]],
  ['a record that refers to itself', 'post', { 'author.boss.name': null }, [4]],
  ['a field of the table, too', 'post', { views: 10, 'author.city': 'Rome', title: { ne: 'One' } }, [4]],
  ['a relation with a condition', 'post', { 'roman.name': null }, [4]],
  ['a record that a condition excludes', 'post', { roman: { none: {} } }, [2, 3, 5]],

  ['a field of a list', 'post', { 'comments.text': 'no' }, [1, 2]],
  ['two fields of the same record of a list', 'post', { 'comments.text': 'no', 'comments.open': true }, [1]],
  ['two fields that no record has both', 'post', { 'comments.text': 'Maybe', 'comments.open': true }, []],
  [
    'two fields of two records of a list',
    'post',
    { and: [{ 'comments.text': 'Maybe' }, { 'comments.open': true }] },
    [1],
  ],
  ['two paths that share a beginning', 'post', { 'comments.author.name': 'Bob', 'comments.open': true }, [1]],
  ['a missing record of a list', 'post', { 'comments.author.name': { ne: 'Bob' } }, [1, 4]],
  ['a list with a condition', 'post', { 'openComments.text': ['Maybe', 'no'] }, [1]],
  ['a list of many to many', 'post', { 'tags.name': 'x' }, [1, 4]],
  ['the same record of many to many', 'post', { 'tags.name': 'x', 'tags.id': 2 }, []],
  ['two records of many to many', 'post', { and: [{ 'tags.name': 'x' }, { 'tags.id': 2 }] }, [1]],
  ['many to many from the other side', 'tag', { 'posts.title': 'Two' }, [2]],
  ['null, which is not equal to null', 'author', { colleagues: { none: {} } }, [1]],
  ['a list of the same table', 'author', { 'team.name': 'ann' }, [2]],

  ['some', 'post', { comments: { some: { open: true } } }, [1, 4]],
  ['some of any', 'post', { comments: { some: {} } }, [1, 2, 4]],
  ['none', 'post', { comments: { none: { open: true } } }, [2, 3, 5]],
  ['none where a field is null', 'post', { comments: { none: { text: 'no' } } }, [3, 4, 5]],
  ['none of any', 'post', { comments: { none: {} } }, [3, 5]],
  ['every, also of an empty list', 'post', { comments: { every: { open: true } } }, [3, 5]],
  ['every, where a field is null', 'post', { comments: { every: { open: { ne: false } } } }, [3, 4, 5]],
  ['every of any', 'post', { comments: { every: {} } }, [1, 2, 3, 4, 5]],
  ['every of a list with a condition', 'post', { openComments: { every: { text: 'YES' } } }, [2, 3, 4, 5]],
  ['none of many to many', 'post', { tags: { none: { name: 'x' } } }, [2, 3, 5]],
  ['every of many to many', 'post', { tags: { every: { name: ['y', 'x'] } } }, [1, 2, 3, 5]],
  ['some and none', 'post', { comments: { some: { open: true }, none: { text: 'Maybe' } } }, [4]],
  ['some and a path', 'post', { comments: { some: { text: 'Maybe' } }, 'comments.open': true }, [1]],
  ['some of one record', 'post', { author: { some: { city: 'Rome' } } }, [1, 4]],
  ['none of one record', 'post', { author: { none: { city: 'Rome' } } }, [2, 3, 5]],
  ['every of one record', 'post', { author: { every: { city: 'Rome' } } }, [1, 3, 4]],
  ['a missing record', 'post', { author: { none: {} } }, [3]],
  ['some in some', 'author', { posts: { some: { comments: { some: {} } } } }, [1, 2, 4]],
  ['none in some', 'author', { posts: { some: { comments: { none: {} } } } }, [3]],
  ['some in every', 'author', { posts: { every: { comments: { some: { open: true } } } } }, [1, 4]],
  ['a path in none', 'author', { posts: { none: { 'comments.author.name': 'Bob' } } }, [3]],
  ['the same table in none', 'author', { team: { none: { city: 'Oslo' } } }, [1, 3, 4]],

  ['a number', 'post', { commentCount: 1 }, [2]],
  ['a range of a number', 'post', { commentCount: { gte: 2 } }, [1, 4]],
  ['several numbers', 'post', { commentCount: [0, 3] }, [1, 3, 5]],
  ['another number', 'post', { commentCount: { ne: 0 } }, [1, 2, 4]],
  ['a number that is null', 'post', { commentCount: { null: true } }, []],
  ['a number with a condition', 'post', { openCount: 0 }, [2, 3, 5]],
  ['a number of many to many, in which each record counts once', 'post', { tagCount: 2 }, [1, 4]],
  ['a number of a related record', 'post', { 'author.teamCount': 0 }, [5]],

  ['or', 'post', { or: [{ 'author.name': 'Ann' }, { commentCount: 0 }] }, [1, 3, 5]],
  ['or beside a field', 'post', { views: 10, or: [{ 'tags.name': 'z' }, { 'author.name': 'Bob' }] }, [4]],
  ['or in some', 'post', { comments: { some: { or: [{ text: 'Maybe' }, { open: null }] } } }, [1, 4]],
  ['or in and', 'post', { and: [{ or: [{ views: 0 }, { views: 5 }] }, { 'author.boss.name': 'Bob' }] }, [5]],
  ['an empty filter in or', 'post', { or: [{ title: 'One' }, {}] }, [1, 2, 3, 4, 5]],
  ['an empty or', 'post', { or: [] }, []],
  ['an empty and', 'post', { and: [] }, [1, 2, 3, 4, 5]],

  ['text in a field', 'post', { title: { contains: 'o' } }, [1, 2, 4, 5]],
  ['text at the beginning', 'post', { title: { startsWith: 'T' } }, [2, 3]],
  ['text at the end, in the other case', 'post', { title: { endsWith: 'E' } }, [1, 3]],
  ['several texts', 'post', { title: { contains: ['o', 'T'] } }, [2]],
  ['text and another operator', 'post', { title: { startsWith: 't', ne: 'Two' } }, [3]],
  ['a percent sign', 'post', { title: { contains: '%' } }, [5]],
  ['an underscore', 'post', { title: { contains: '_' } }, []],
  ['text in a related record', 'post', { 'author.name': { contains: 'AN' } }, [1, 5]],
  ['empty text, in what is not null', 'post', { 'author.name': { contains: '' } }, [1, 2, 5]],
  ['text in a list', 'post', { comments: { none: { text: { startsWith: 'y' } } } }, [2, 3, 5]],
];

const orders: [what: string, orderBy: NonNullable<Query['orderBy']>, ids: number[]][] = [
  [
    'a related field, missing and null first',
    [
      ['author.name', 'asc'],
      ['id', 'asc'],
    ],
    [3, 4, 1, 2, 5],
  ],
  [
    'a related field, missing and null last',
    [
      ['author.name', 'desc'],
      ['id', 'desc'],
    ],
    [5, 2, 1, 4, 3],
  ],
  [
    'a related field and the key in two directions',
    [
      ['author.name', 'desc'],
      ['id', 'asc'],
    ],
    [5, 2, 1, 3, 4],
  ],
  [
    'a field two records away',
    [
      ['author.boss.name', 'asc'],
      ['id', 'desc'],
    ],
    [4, 3, 1, 2, 5],
  ],
  [
    'a field of a relation with a condition',
    [
      ['roman.id', 'desc'],
      ['id', 'asc'],
    ],
    [4, 1, 2, 3, 5],
  ],
  [
    'a number',
    [
      ['commentCount', 'desc'],
      ['id', 'asc'],
    ],
    [1, 4, 2, 3, 5],
  ],
  [
    'a number of a related record',
    [
      ['author.teamCount', 'asc'],
      ['id', 'asc'],
    ],
    [3, 5, 1, 2, 4],
  ],
  [
    'a number and a related field',
    [
      ['openCount', 'asc'],
      ['author.city', 'desc'],
      ['id', 'asc'],
    ],
    [5, 2, 3, 4, 1],
  ],
  [
    'a number and a column',
    [
      ['tagCount', 'desc'],
      ['views', 'asc'],
      ['id', 'asc'],
    ],
    [1, 4, 2, 3, 5],
  ],
];

/** What is read with the posts of these ids. */
const includes: [what: string, include: Include, expected: Readonly<Record<number, Row>>][] = [
  ['one record, or null', { author: {} }, { 1: { author: { id: 1, name: 'Ann' } }, 3: { author: null } }],
  ['null for what a condition excludes', { roman: {} }, { 1: { roman: { id: 1, name: 'Ann' } }, 2: { roman: null } }],
  [
    'two references to a table',
    { author: {}, editor: {} },
    {
      2: { author: { id: 2, name: 'Bob' }, editor: null },
      4: { author: { id: 4, name: null }, editor: { id: 4, name: null, city: 'Rome', boss_id: 4 } },
    },
  ],
  [
    'a list in its order, and one record more than max',
    { comments: {} },
    {
      1: {
        comments: [
          { id: 3, text: 'Maybe' },
          { id: 2, text: 'no' },
        ],
      },
      2: { comments: [{ id: 4, text: 'no' }] },
      3: { comments: [] },
    },
  ],
  [
    'a list with a condition',
    { openComments: {} },
    {
      1: {
        openComments: [
          { id: 2, text: 'no' },
          { id: 1, text: 'Yes' },
        ],
      },
      2: { openComments: [] },
    },
  ],
  [
    'many to many, each record once',
    { tags: {} },
    {
      3: { tags: [] },
      4: {
        tags: [
          { id: 3, name: 'z' },
          { id: 1, name: 'x' },
        ],
      },
    },
  ],
  [
    'numbers',
    { commentCount: {}, openCount: {}, tagCount: {} },
    { 1: { commentCount: 3, openCount: 2, tagCount: 2 }, 3: { commentCount: 0, openCount: 0, tagCount: 0 } },
  ],
  [
    'relations of related records',
    { author: { boss: {}, teamCount: {} }, comments: { author: { boss: {} } } },
    {
      2: {
        author: { id: 2, name: 'Bob', boss: { name: 'Ann' }, teamCount: 1 },
        comments: [{ id: 4, text: 'no', author: { id: 2, name: 'Bob', boss: { name: 'Ann' } } }],
      },
      1: {
        author: { id: 1, name: 'Ann', boss: null, teamCount: 1 },
        comments: [
          { id: 3, text: 'Maybe', author: { id: 1, name: 'Ann', boss: null } },
          { id: 2, text: 'no', author: null },
        ],
      },
    },
  ],
  ['values of every type', { details: {} }, { 1: { details: [] }, 2: { details } }],
];

const refused: [what: string, query: Query, code: DataErrorCode][] = [
  ['an unknown relation', { where: { 'nobody.name': 'Ann' } }, 'unknown_field'],
  ['an unknown field of a relation', { where: { 'author.nme': 'Ann' } }, 'unknown_field'],
  ['an unknown relation to include', { include: { nobody: {} } }, 'unknown_field'],
  ['a relation as a value', { where: { author: 1 } }, 'invalid_filter'],
  ['a field of a number', { where: { 'commentCount.id': 1 } }, 'invalid_filter'],
  ['some of a number', { where: { commentCount: { some: {} } } }, 'invalid_filter'],
  ['an order by a list', { orderBy: [['comments.text', 'asc']] }, 'invalid_filter'],
  ['a field of a list', { fields: ['comments.text'] }, 'invalid_filter'],
  ['text in a number', { where: { commentCount: { contains: '1' } } }, 'invalid_filter'],
  ['text in a column of numbers', { where: { views: { contains: '1' } } }, 'invalid_filter'],
];
