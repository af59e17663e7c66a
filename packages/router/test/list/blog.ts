import { defineLogic, partial } from '@rest-gen/logic';
import Rest from '../../../../test/fixture/rest.ts';
import type { ControllerClass, RestRouterOptions, Row } from '../../src/index.ts';
import type { Tables } from '../memory-models.ts';
import type { Served } from '../serve.ts';

const tables = {
  author: { id: 'integer', name: 'string', email: 'string?' },
  post: { id: 'integer', title: 'string', body: 'string?', views: 'integer?', author_id: 'integer? -> author.id' },
  comment: {
    id: 'integer',
    post_id: 'integer -> post.id',
    author_id: 'integer? -> author.id',
    title: 'string',
    open: 'boolean',
  },
  tag: { id: 'integer', name: 'string' },
  post_tag: { id: 'integer', post_id: 'integer -> post.id', tag_id: 'integer -> tag.id' },
} as const;

const rules = [
  ['/post/:post_id/comment/:id?', '/comment', 'rest'],
  ['/:controller(author|post|comment|tag)/:id?', '/:controller', 'rest'],
] as const;

export class Author extends Rest {
  static hidden = ['email'];
}
export class Post extends Rest {
  static include = {
    author: true,
    comments: { max: 2, order: '-id', include: { author: true } },
    tags: { through: 'post_tag', fields: 'id,name' },
    openCommentCount: { count: 'comment', where: { open: true } },
  } as const;
  static search = ['title', 'body', 'author.name'];
}
export class Comment extends Rest {
  static include = { author: true } as const;
}
class Tag extends Rest {}

const controllers: Record<string, ControllerClass> = { author: Author, post: Post, comment: Comment, tag: Tag };

const fields = { title: { required: true, string: true }, views: { int: true }, author_id: { int: true } } as const;

const logics = {
  post: defineLogic({
    postAction: { body: fields },
    putAction: { body: fields },
    patchAction: { body: partial(fields) },
  }),
  comment: defineLogic({ postAction: { body: { title: { required: true, string: true }, open: { default: true } } } }),
};

/** Authors 1 and 2; posts 1 to 4; three comments to post 1, one to post 2. */
const records: readonly (readonly [table: string, list: readonly Row[]])[] = [
  [
    'author',
    [
      { name: 'Ann', email: 'ann@example.com' },
      { name: 'Bob', email: 'bob@example.com' },
    ],
  ],
  [
    'post',
    [
      { title: 'One', body: 'first 100%', views: 5, author_id: 1 },
      { title: 'Two', body: 'second', views: 10, author_id: 2 },
      { title: 'Three', body: null, views: 15, author_id: 1 },
      { title: 'Four', body: 'last one', views: null, author_id: null },
    ],
  ],
  [
    'comment',
    [
      { post_id: 1, author_id: 2, title: 'good', open: true },
      { post_id: 1, author_id: null, title: 'bad', open: false },
      { post_id: 1, author_id: 1, title: 'so so', open: true },
      { post_id: 2, author_id: 1, title: 'good', open: false },
    ],
  ],
  ['tag', [{ name: 'red' }, { name: 'blue' }, { name: 'green' }]],
  [
    'post_tag',
    [
      { post_id: 1, tag_id: 1 },
      { post_id: 1, tag_id: 2 },
      { post_id: 2, tag_id: 2 },
    ],
  ],
];

type Serve = (options: RestRouterOptions, tables?: Tables, mount?: string) => Served;

/** Serve a blog: posts with an author, comments and tags. */
export async function openBlog(
  serve: Serve,
  options: Partial<RestRouterOptions> = {},
  mount?: string,
): Promise<Served> {
  const { controllers: changed, ...others } = options;
  const served = serve({ rules, logics, controllers: { ...controllers, ...changed }, ...others }, tables, mount);
  for (const [table, list] of records) for (const values of list) await served.models.repository(table).insert(values);
  return served;
}
