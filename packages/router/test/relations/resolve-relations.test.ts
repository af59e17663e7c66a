import type { IncludeDeclaration, ModelProvider, Relation, Relations } from '@rest-gen/model/core';
import { expect } from 'chai';
import { Controller, type ControllerClass, StartError } from '../../src/index.ts';
import { PlannedResource } from '../../src/resource/contracts/resource-class.ts';
import { startRelations } from '../../src/resource/relations/resolve-relations.ts';
import { describedModels } from './described-models.ts';

const TABLES = {
  post: {
    ...{ id: 'integer', title: 'string', meta: 'json' },
    ...{ author_id: 'user.id', editor_id: 'user.id', slug: 'string', reviewerId: 'integer', place_id: 'integer' },
  },
  user: { id: 'integer', name: 'string', password_hash: 'string', pin: 'string', boss_id: 'user.id' },
  reviewer: { id: 'integer', name: 'string' },
  comment: {
    ...{ id: 'integer', post_id: 'post.id', author_id: 'user.id', parent_id: 'comment.id' },
    ...{ open: 'boolean', at: 'datetime', meta: 'json' },
  },
  category: { id: 'integer', post_id: 'integer' },
  address: { id: 'integer', postId: 'integer' },
  movie: { id: 'integer', post_slug: 'post.slug' },
  blog_photo: { id: 'integer', post_id: 'post.id' },
  visit: { id: 'integer', post_id: 'post.id', origin_id: 'post.id' },
  tag: { id: 'integer', name: 'string' },
  post_tag: { id: 'integer', post_id: 'post.id', tag_id: 'tag.id' },
  post_label: { id: 'integer', post_id: 'integer', tag_id: 'integer' },
  friendship: { id: 'integer', user_id: 'user.id', friend_id: 'user.id' },
  secret_note: { id: 'integer', post_id: 'post.id' },
  secret_file: { id: 'integer', post_id: 'post.id' },
  post_word: { id: 'integer', post_id: 'post.id', tag_id: 'string' },
  User: { id: 'integer', name: 'string', password_hash: 'string' },
  log: {},
};

type Include = Readonly<Record<string, IncludeDeclaration>>;

/** One class for each table but `tag`, and those of a version. */
function classes(name: string, include: Include | undefined): Record<string, ControllerClass> {
  const some = ['post', 'user', 'comment', 'category', 'address', 'movie', 'blog-photo', 'visit', 'reviewer'];
  const named = some.map((one): [string, ControllerClass] => [
    one,
    class extends Controller {
      static hidden = one === 'user' ? ['password_hash'] : [];
      getAction(): void {}
    },
  ]);
  class Shown extends Controller {
    override show(): unknown {
      return 1;
    }
  }
  /** As JavaScript can write it: a field is no part of the prototype. */
  class ShownByField extends Controller {
    constructor() {
      super();
      Object.assign(this, { show: () => 1 });
    }
  }
  const all: Record<string, ControllerClass> = {
    ...Object.fromEntries(named),
    'secret-note': Shown,
    'secret-file': ShownByField,
  };
  all['v1/user'] = class extends Controller {
    static hidden = ['name'];
  };
  all[name] = Object.assign(class extends (all[name] ?? Controller) {}, include && { include }) as ControllerClass;
  return all;
}

async function resolve(include: Include | undefined, name = 'post', model: ModelProvider = describedModels(TABLES)) {
  const secret = { actions: ['postAction'], action: () => ({ unreadable: () => ['pin'], fields: () => undefined }) };
  const planned = Object.entries(classes(name, include)).map(
    ([one, Class]) =>
      new PlannedResource(
        { name: one, Class, file: `controller/${one}.ts` },
        one === 'user' ? ({ logic: secret } as never) : undefined,
      ),
  );
  await startRelations(planned, model, undefined);
  return planned.find((one) => one.name === name)?.plan?.relations ?? new Map();
}

/** `one user author_id=id (id,name)` */
function textOf({ kind, target, from, to, through, where, fields, orderBy, max, relations }: Relation): string {
  const join = through ? `${from}=${through.target.name}.${through.from}, ${through.to}=${to}` : `${from}=${to}`;
  const order = orderBy.map(([field, direction]) => `${field} ${direction}`).join(', ');
  return [
    `${kind} ${target.name} ${join}`,
    fields.length > 0 && `(${fields})`,
    order && `by ${order}`,
    kind === 'many' && `max ${max}`,
    where && `where ${JSON.stringify(where)}`,
    relations.size > 0 && JSON.stringify(textsOf(relations)),
  ]
    .filter(Boolean)
    .join(' ');
}

function textsOf(relations: Relations): Record<string, string> {
  return Object.fromEntries([...relations].map(([name, relation]) => [name, textOf(relation)]));
}

const USER = '(id,name,boss_id)';
const COMMENT = '(id,post_id,author_id,parent_id,open,at,meta)';

const FOUND: readonly (readonly [what: string, declaration: IncludeDeclaration, name: string, text: string])[] = [
  ['a foreign key with the name of the relation', true, 'author', `one user author_id=id ${USER}`],
  ['a column without a foreign key', true, 'reviewer', 'one reviewer reviewerId=id (id,name)'],
  ['another table', { table: 'user' }, 'reviewer', `one user reviewerId=id ${USER}`],
  ['a key', { key: 'editor_id' }, 'corrector', `one user editor_id=id ${USER}`],
  ['a key and fields', { key: 'editor_id', fields: 'name, id' }, 'corrector', 'one user editor_id=id (name,id)'],
  ['a condition', { where: { name: 'Ann' } }, 'author', `one user author_id=id ${USER} where {"name":"Ann"}`],
  ['a plural', true, 'comments', `many comment id=post_id ${COMMENT} by id asc max 20`],
  ['a name of a table', true, 'comment', `many comment id=post_id ${COMMENT} by id asc max 20`],
  ['a plural in -ies, and a column', true, 'categories', 'many category id=post_id (id,post_id) by id asc max 20'],
  ['a plural in -es, and a column', true, 'addresses', 'many address id=postId (id,postId) by id asc max 20'],
  [
    'a plural in -ie, and a key that is no primary key',
    true,
    'movies',
    'many movie slug=post_slug (id,post_slug) by id asc max 20',
  ],
  ['camel case', true, 'blogPhotos', 'many blog_photo id=post_id (id,post_id) by id asc max 20'],
  [
    'the options of a list',
    { table: 'comment', max: 3, order: '-at,open', where: { open: true }, fields: ['id', 'at'] },
    'notes',
    'many comment id=post_id (id,at) by at desc, open asc, id asc max 3 where {"open":true}',
  ],
  [
    'one of several foreign keys',
    { key: 'origin_id' },
    'visits',
    'many visit id=origin_id (id,post_id,origin_id) by id asc max 20',
  ],
  [
    'a table between',
    { through: 'post_tag', fields: 'id' },
    'tags',
    'many tag id=post_tag.post_id, tag_id=id (id) by id asc max 20',
  ],
  [
    'a table between without foreign keys',
    { through: 'post_label', fields: 'id' },
    'tags',
    'many tag id=post_label.post_id, tag_id=id (id) by id asc max 20',
  ],
  [
    'a number',
    { count: 'comment', where: { open: true } },
    'openCommentCount',
    'count comment id=post_id where {"open":true}',
  ],
  [
    'a number through a table',
    { count: 'tag', through: 'post_tag' },
    'tagCount',
    'count tag id=post_tag.post_id, tag_id=id',
  ],
  [
    'relations of relations, in a cycle',
    { include: { author: { fields: 'name' }, post: { include: { comments: true } } } },
    'comments',
    `many comment id=post_id ${COMMENT} by id asc max 20 {"author":"one user author_id=id (name)","post":"one post post_id=id (id,title,meta,author_id,editor_id,slug,reviewerId,place_id) {\\"comments\\":\\"many comment id=post_id ${COMMENT} by id asc max 20\\"}"}`,
  ],
];

const KEYS_OF_POST = 'foreign keys of "post": author_id → user.id, editor_id → user.id';

const REFUSED: readonly (readonly [
  what: string,
  declaration: IncludeDeclaration,
  name: string,
  reason: string,
  hint: string,
])[] = [
  ['the name of a column', true, 'title', '"post" has a column of that name', 'Give the relation another name.'],
  [
    'the name of a column that refers',
    true,
    'editor_id',
    '"post" has a column of that name',
    "Give the relation another name, and name the column: editor: { key: 'editor_id', one: true }.",
  ],
  [
    'a table between whose columns have other names',
    { table: 'tag', through: 'log', fields: 'id' },
    'tags',
    `no foreign key of "log" refers to "post", and it has no column "post_id" or "postId"; foreign keys of "log": none; ${KEYS_OF_POST}`,
    "Name the columns of \"log\" that refer to this table and to the other one: tags: { through: 'log', key: '…', otherKey: '…' }.",
  ],
  [
    'a table between with one column for both',
    { through: 'post_tag', key: 'tag_id', otherKey: 'tag_id', fields: 'id' },
    'tags',
    '"key" and "otherKey" are the same column "tag_id" of "post_tag"; foreign keys of "post_tag": post_id → post.id, tag_id → tag.id',
    'Name the column that refers to this table in key, and the one that refers to the other table in otherKey.',
  ],
  [
    'a column of the table between that a record has, too',
    { through: 'post_tag', with: 'id', fields: 'id,name' },
    'tags',
    '"with" names "id", and each record has a member of this name',
    "Take it out, or leave it out of the fields that are shown: tags: { …, fields: '…' }.",
  ],
  [
    'a column that the table between does not have',
    { through: 'post_tag', with: 'tagid', fields: 'id' },
    'tags',
    '"post_tag" has no field "tagid"',
    'Did you mean "tag_id"?',
  ],
  [
    'a name without a column and a table',
    true,
    'writers',
    `"post" has no column "writers_id" or "writersId", and there is no table "writers" or "writer"; ${KEYS_OF_POST}`,
    "Write writers: { table: '…' }, with the name of the other table; and key: '…', with the column that refers.",
  ],
  [
    'a column whose table is unknown',
    true,
    'place',
    `"post" has the column "place_id", and there is no table "place"; ${KEYS_OF_POST}`,
    "Write place: { table: '…', key: 'place_id' }, with the name of the other table.",
  ],
  [
    'a table that does not refer',
    { table: 'tag', fields: 'id' },
    'labels',
    `no foreign key of "tag" refers to "post", and it has no column "post_id" or "postId"; foreign keys of "tag": none; ${KEYS_OF_POST}`,
    "Write labels: { …, key: '…' }, with the column that refers to the other table.",
  ],
  [
    'a table that is referred to',
    { table: 'user' },
    'writer',
    `no foreign key of "user" refers to "post", and it has no column "post_id" or "postId"; foreign keys of "user": boss_id → user.id; ${KEYS_OF_POST}`,
    "Write writer: { …, key: 'author_id' }, with the column that refers to the other table.",
  ],
  [
    'several foreign keys',
    true,
    'visits',
    'several foreign keys of "visit" refer to "post": "post_id" or "origin_id"',
    "Say which is meant: visits: { …, key: 'post_id' }.",
  ],
  [
    'a key that does not exist',
    { key: 'pots_id' },
    'comments',
    `"comment" has no column "pots_id"; foreign keys of "comment": post_id → post.id, author_id → user.id, parent_id → comment.id; ${KEYS_OF_POST}`,
    'Did you mean "post_id"?',
  ],
  [
    'a missing table between',
    { through: 'post_tags' },
    'tags',
    'there is no table "post_tags"',
    "Write tags: { through: '…' }, with the table between the two.",
  ],
  ['an unknown field', { fields: 'id,nam' }, 'author', '"user" has no field "nam"', 'Did you mean "name"?'],
  [
    'a hidden field',
    { fields: 'id,password_hash' },
    'author',
    '"fields" names "password_hash", which the controller "user" hides',
    'Take it out: what a class hides is shown nowhere.',
  ],
  [
    'an unknown field of the order',
    { order: '-att' },
    'comments',
    '"comment" has no field "att"',
    'Did you mean "at"?',
  ],
  ['an order by JSON', { order: 'meta' }, 'comments', '"meta" holds JSON and has no order', 'Correct the declaration.'],
  [
    'an unknown field of the condition',
    { where: { opn: true } },
    'comments',
    '"comment" has no field "opn"',
    'Did you mean "open"?',
  ],
  [
    'a key of another type',
    { table: 'user', key: 'slug' },
    'namesake',
    '"post.slug" is a string, and "user.id" an integer',
    "Name columns of the same type: namesake: { …, key: '…' }.",
  ],
  [
    'a key of another type between',
    { through: 'post_word', fields: 'id' },
    'tags',
    '"post_word.tag_id" is a string, and "tag.id" an integer',
    "Name columns of the same type: tags: { …, key: '…' }.",
  ],
  [
    'a record of a table without a primary key',
    { table: 'log', key: 'place_id', fields: 'text' },
    'entry',
    'the table "log" has no primary key of one column',
    'Add one, such as t.id() in a migration; a table between two others needs none.',
  ],
  [
    'options of a list for a record',
    { order: '-id' },
    'author',
    '"max" and "order" are options of a list, and the column "author_id" of "post" means one record',
    "Take them out; for a list write author: { …, key: '…' }, with the column of the other table that refers.",
  ],
  [
    'a table in other letters than its class has',
    { table: 'User', key: 'author_id', fields: 'id,password_hash' },
    'author',
    'the table is written "User" here, and "user" by its controller',
    "Write author: { table: 'user', … }.",
  ],
  [
    'a table without a class',
    { through: 'post_tag' },
    'tags',
    'there is no controller of the table "tag" that says what is shown of a record',
    "Say which fields are shown: tags: { fields: 'id,name' }.",
  ],
  [
    'a class with a show() of its own',
    { table: 'secret_note' },
    'notes',
    'the controller "secret-note" has a show() of its own, which related records are not passed to',
    "Say which fields are shown: notes: { fields: 'id,post_id' }.",
  ],
  [
    'a class with a field show',
    { table: 'secret_file' },
    'files',
    'the controller "secret-file" has a show() of its own, which related records are not passed to',
    "Say which fields are shown: files: { fields: 'id,post_id' }.",
  ],
];

describe('static include', () => {
  for (const [what, declaration, name, text] of FOUND) {
    it(`finds ${what}`, async () => {
      expect(textsOf(await resolve({ [name]: declaration }))).to.deep.equal({ [name]: text });
    });
  }

  for (const [what, declaration, name, reason, hint] of REFUSED) {
    it(`stops the start for ${what}`, async () => {
      const error = await resolve({ [name]: declaration }).catch((thrown: unknown) => thrown);
      expect(error)
        .to.be.instanceOf(StartError)
        .and.to.include({ code: 'E_RELATION', file: 'controller/post.ts', hint });
      expect((error as StartError).message.split('\n')[1]).to.equal(
        `  the relation "${name}" of the controller "post": ${reason}`,
      );
    });
  }

  it('names a relation of a relation with its path', async () => {
    const error = await resolve({ comments: { include: { writer: true } } }).catch((thrown: unknown) => thrown);
    expect((error as StartError).message).to.contain('the relation "comments.writer" of the controller "post"');
  });

  it('takes one record by any column, and one that refers to this record', async () => {
    const found = await resolve(
      {
        above: { key: 'parent_id', one: true },
        answer: { table: 'comment', key: 'parent_id', one: true, fields: 'id' },
      },
      'comment',
    );
    expect(textsOf(found)).to.deep.equal({
      above: `one comment parent_id=id ${COMMENT}`,
      answer: 'one comment parent_id=id (id)',
    });
    const one = await resolve({ photo: { table: 'blog_photo', one: true } });
    expect(textsOf(one)).to.deep.equal({ photo: 'one blog_photo id=post_id (id,post_id) by id asc' });
  });

  it('tells a record from a list where a table refers to itself', async () => {
    const found = await resolve({ parent: true, replies: { table: 'comment', key: 'parent_id', max: 5 } }, 'comment');
    expect([...found.values()].map(({ kind, from, to }) => [kind, from, to])).to.deep.equal([
      ['one', 'parent_id', 'id'],
      ['many', 'id', 'parent_id'],
    ]);
    const refused = resolve({ replies: { table: 'comment', key: 'parent_id' } }, 'comment');
    expect(await refused.catch(({ hint }: StartError) => hint)).to.equal(
      "For one record write replies: { …, key: 'parent_id', one: true }; for a list replies: { …, key: 'parent_id', max: 20 }.",
    );
  });

  it('needs the own side of a table between that refers twice to one table', async () => {
    const friends = { table: 'user', through: 'friendship' };
    const [text] = Object.values(textsOf(await resolve({ friends: { ...friends, key: 'user_id' } }, 'user')));
    expect(text).to.match(/^many user id=friendship\.user_id, friend_id=id /);
    expect(await resolve({ friends }, 'user').catch(({ hint }: StartError) => hint)).to.equal(
      "Say which refers to this table and which to the other one: friends: { through: 'friendship', key: '…', otherKey: '…' }.",
    );
    const [other] = Object.values(textsOf(await resolve({ friends: { ...friends, otherKey: 'user_id' } }, 'user')));
    expect(other).to.match(/^many user id=friendship\.friend_id, user_id=id /);
  });

  it('refuses a relation with the name of the URL of a list', async () => {
    const include = { comments: true, comments_next: { count: 'comment' } };
    const error = await resolve(include).catch((thrown: unknown) => thrown);
    expect((error as StartError).message).to.contain(
      'the relation "comments" of the controller "post": "comments_next" is the URL of its rest, and a relation has this name',
    );
  });

  it('shows what the class in the same directory shows', async () => {
    const found = await resolve({ author: true }, 'v1/post');
    expect(found.get('author')?.fields).to.deep.equal(['id', 'password_hash', 'pin', 'boss_id']);
  });
});

describe('new records of a relation', () => {
  it('find the classes of their own directory, not those of the record that they belong to', async () => {
    const create = { unreadable: () => [], fields: () => undefined, form: () => 'fields', ofBody: () => create };
    const logic = { logic: { actions: ['postAction'], action: () => create } } as never;
    const planned = Object.entries(classes('v1/post', { comments: { write: true } })).map(
      ([name, Class]) => new PlannedResource({ name, Class, file: undefined }, name === 'comment' ? logic : undefined),
    );
    await startRelations(planned, describedModels(TABLES), undefined);
    const comments = planned.find(({ name }) => name === 'v1/post')?.plan?.writable?.children.get('comments');
    expect(comments?.of.name).to.equal('comment');
    expect(comments?.table.classes?.get('user')?.name).to.equal('user');
  });
});
