import { expect } from 'chai';
import { Controller, DataError } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

/** One action serves each method, with or without a logic. */
type Action = (this: Controller) => unknown;
type Row = readonly [
  what: string,
  action: Action,
  request: readonly [method: 'get' | 'query' | 'post' | 'put' | 'patch' | 'delete', url: string, body?: object],
  status: number,
  code?: string,
];

const TABLES = {
  post: { id: 'integer', title: 'string', views: 'integer?', postId: 'integer?', meta: 'json?', hash: 'string?' },
} as const;

const list: Action = function () {
  return this.list(this.model('post'));
};
const add = (values: (controller: Controller) => object): Action =>
  async function () {
    return { id: await this.model('post').add(values(this) as Record<string, unknown>) };
  };
const where = (filter: (controller: Controller) => object): Action =>
  function () {
    return this.model('post').where(filter(this) as Record<string, string>).select(); // biome-ignore format: short
  };
const refuse =
  (...refusal: ConstructorParameters<typeof DataError>): Action =>
  () => {
    throw new DataError(...refusal);
  };
const driver = new Error('of the driver');

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  // The query of a list is the client's.
  ['list: a QUERY with a value of another type', list, ['query', '/post', { views: 'many' }], 400, 'E_QUERY'],
  ['list: too many values for the store', refuse('invalid_filter', 'too many values', { cause: driver }), ['get', '/post?id[in]=1,2'], 400, 'E_QUERY'],
  ['list: a value that the store cannot compare', refuse('invalid_filter', 'no such time', { field: 'views', cause: driver }), ['get', '/post?views[gte]=9'], 400, 'E_QUERY'],
  // The names of a filter in code are the program's, whatever the method.
  ['code: an unknown field', where(() => ({ titel: 'x' })), ['get', '/post'], 500],
  ['code: an unknown field, in a QUERY', where(() => ({ titel: 'x' })), ['query', '/post', {}], 500],
  ['code: an unknown field, in a DELETE', where(() => ({ titel: 'x' })), ['delete', '/post/1'], 500],
  ['code: an unknown field, with a value of the client', where((c) => ({ titel: c.get('q') })), ['get', '/post?q=x'], 500],
  ['code: an unknown field beside a list', function () { return this.list(this.model('post').where({ titel: 'x' })); }, ['get', '/post?title=x'], 500],
  ['code: an unknown sort key', function () { return this.model('post').order('-titel').select(); }, ['get', '/post'], 500],
  ['code: an unknown operator', where(() => ({ title: { like: 'x' } })), ['get', '/post?title=x'], 500],
  ['code: undefined', where((c) => ({ title: c.get('title') })), ['get', '/post'], 500],
  ['code: a value of another type', where(() => ({ views: 'many' })), ['get', '/post?views=7'], 500],
  ['code: a value that it has made of the client\'s', where((c) => ({ views: Number(c.get('views')) })), ['get', '/post?views=many'], 500],
  ['code: a comparison with JSON', where(() => ({ meta: 'x' })), ['get', '/post?meta=x'], 500],
  ['code: no id', function () { return this.model('post').byId(this.get('nothing')).find(); }, ['get', '/post'], 500],
  ['code: a write of all rows', function () { return this.model('post').delete(); }, ['delete', '/post/1'], 500],
  // A value of the client stays one where the code hands it on.
  ['a value of the query in a filter', where((c) => ({ views: c.get('views') })), ['get', '/post?views=many'], 400, 'E_QUERY'],
  ['one of a list', where((c) => ({ views: { in: c.get('views').split(',') } })), ['get', '/post?views=many'], 400, 'E_QUERY'],
  ['a page that is none', function () { return this.model('post').page(Number(this.get('page'))).select(); }, ['get', '/post?page=0'], 400, 'E_QUERY'],
  ['a value of the query in a POST', where((c) => ({ views: c.get('views') })), ['post', '/post?views=many', {}], 400, 'E_QUERY'],
  ['a value of the body in a filter', where((c) => ({ views: c.post('n') })), ['post', '/post', { n: 'many' }], 422, 'E_VALIDATION'],
  ['an object of the body in a filter', where((c) => ({ title: c.post('title') })), ['post', '/post', { title: { ne: '' } }], 422, 'E_VALIDATION'],
  ['an object of the body of a QUERY in a filter', where((c) => ({ title: c.post('title') })), ['query', '/post', { title: { ne: '' } }], 400, 'E_QUERY'],
  ['a header in a filter', where((c) => ({ views: c.header('X-Views') })), ['get', '/post'], 400, 'E_BAD_REQUEST'],
  ['an id of the URL', function () { return this.detail(this.model('post').byId(this.id)); }, ['get', '/post/abc'], 404, 'E_NOT_FOUND'],
  ['an id of the URL as a filter', where((c) => ({ id: c.id })), ['get', '/post/abc'], 404, 'E_NOT_FOUND'],
  ['a parent of the URL as a filter', where((c) => c.scope), ['get', '/post/abc/comment'], 404, 'E_NOT_FOUND'],
  ['a parent of the URL as a value', add((c) => ({ title: 'a', ...c.scope })), ['post', '/post/abc/comment', {}], 404, 'E_NOT_FOUND'],
  ['a parent of the URL, refused by the driver', refuse('invalid_value', 'out of range', { field: 'postId', cause: driver }), ['get', '/post/9/comment'], 404, 'E_NOT_FOUND'],
  // Values that are written.
  ['a value of the body', add((c) => ({ title: 'a', ...c.post() })), ['post', '/post', { views: 'many' }], 422, 'E_VALIDATION'],
  ['the same in PATCH', add((c) => ({ title: 'a', ...c.post() })), ['patch', '/post/1', { views: 'many' }], 422, 'E_VALIDATION'],
  ['the body, for an id of the same text', add((c) => ({ title: 'a', ...c.post() })), ['put', '/post/many', { views: 'many' }], 422, 'E_VALIDATION'],
  ['a value of the code', add(() => ({ title: 'a', views: 'many' })), ['post', '/post', { title: 'a' }], 500],
  ['an unknown field of the code', add(() => ({ titel: 'a' })), ['post', '/post', { title: 'a' }], 500],
  ['a value of the body, refused by the driver', refuse('invalid_value', 'too long', { field: 'title', cause: driver }), ['post', '/post', { title: 'a' }], 422, 'E_VALIDATION'],
  ['a value, refused by the driver without its field', refuse('invalid_value', 'a check'), ['post', '/post', { title: 'a' }], 422, 'E_VALIDATION'],
  ['a value of the code, refused by the driver', refuse('invalid_value', 'too long', { field: 'hash', cause: driver }), ['post', '/post', { title: 'a' }], 500],
  ['a value, refused where nothing was sent', refuse('invalid_value', 'a sum too large'), ['post', '/post'], 500],
  ['null of the body', add((c) => c.post()), ['post', '/post', { title: null }], 422, 'E_VALIDATION'],
  ['nothing in the body', add((c) => c.post()), ['post', '/post', {}], 422, 'E_VALIDATION'],
  ['null of the code', add(() => ({ title: null })), ['post', '/post', { title: 'a' }], 500],
  ['nothing for a field that the logic does not declare', refuse('not_null', 'missing', { field: 'hash' }), ['post', '/logic', { title: 'a' }], 500],
  ['nothing for a field that the logic declares', refuse('not_null', 'missing', { field: 'views' }), ['post', '/logic', { title: 'a' }], 422, 'E_VALIDATION'],
  // Conflicts are those of a write that the client wants.
  ...(['post', 'put', 'patch', 'delete'] as const).flatMap((method): Row[] => [
    [`a conflict of ${method}`, refuse('conflict', 'taken', { field: 'title' }), [method, method === 'post' ? '/post' : '/post/1', {}], 409, 'E_CONFLICT'],
    [`a foreign key of ${method}`, refuse('foreign_key', 'in use'), [method, method === 'post' ? '/post' : '/post/1', {}], 409, 'E_CONFLICT'],
  ]),
  ['a record that another one must refer to', refuse('not_null', 'missing', { field: 'views' }), ['delete', '/post/1', {}], 409, 'E_CONFLICT'],
  ['the same without its field and a body', refuse('not_null', 'missing'), ['delete', '/post/1'], 409, 'E_CONFLICT'],
  ...(['get', 'query'] as const).flatMap((method): Row[] => [
    [`a conflict of ${method}`, refuse('conflict', 'taken', { field: 'title' }), [method, '/post?title=a', {}], 500],
    [`a foreign key of ${method}`, refuse('foreign_key', 'none'), [method, '/post?title=a', {}], 500],
    [`nothing to write in ${method}`, add(() => ({})), [method, '/post?title=', {}], 500],
  ]),
  // What the store is not.
  ['no table', function () { return this.model('pots').select(); }, ['get', '/post'], 500, 'E_NO_TABLE'],
  ['no grant', refuse('permission_denied', 'no'), ['get', '/post'], 403, 'E_PERMISSION'],
  ['no grant to write', refuse('permission_denied', 'no'), ['post', '/post', {}], 403, 'E_PERMISSION'],
  ['no store', refuse('unavailable', 'gone'), ['get', '/post'], 503, 'E_UNAVAILABLE'],
  ['a transaction that was repeated too often', refuse('retry', 'again'), ['post', '/post', {}], 503, 'E_UNAVAILABLE'],
  // The same outside of the action.
  ['__before: an unknown field', Object.assign(() => 1, { before: where(() => ({ titel: 'x' })) }), ['get', '/post'], 500],
  ['__before: a value of the query', Object.assign(() => 1, { before: where((c) => ({ views: c.req.query.views as string })) }), ['get', '/post?views=many'], 400, 'E_QUERY'],
];

onBothMajors('errors of a store', (serve) => {
  for (const [what, action, [method, url, body], status, code = 'E_INTERNAL'] of ROWS) {
    it(`${status} ${code}: ${what}`, async () => {
      class Post extends Controller {
        static declaresListQuery = action === list || what.includes('beside a list');
        override async __before() {
          await (action as { before?: Action }).before?.call(this);
        }
        getAction() {
          return action.call(this);
        }
        queryAction() {
          return action.call(this);
        }
        postAction() {
          return action.call(this);
        }
        putAction() {
          return action.call(this);
        }
        patchAction() {
          return action.call(this);
        }
        deleteAction() {
          return action.call(this);
        }
      }
      const { agent } = serve(
        {
          rules: [
            [/\/post\/(\w+)\/comment/, 'post?postId=:1', 'rest'],
            [/\/post(?:\/(\w+))?/, 'post?id=:1', 'rest'],
            ['/logic', 'rest'],
          ],
          controllers: { post: Post, logic: class extends Post {} },
          logics: { logic: { postAction: { body: { title: { string: true }, views: { int: true } } } } },
        },
        TABLES,
      );
      const request = agent[method === 'query' ? 'get' : method](url);
      if (what.includes('header')) request.set('X-Views', 'many');
      if (method === 'query') Object.assign(request, { method: 'QUERY' });
      const answer = await (body === undefined || method === 'get' ? request : request.send(body));
      expect([answer.status, answer.body.code]).to.deep.equal([status, code]);
    });
  }

  it('names no field of a conflict in a DELETE: it can be one of another table', async () => {
    class Post extends Controller {
      deleteAction() {
        return refuse('conflict', 'taken', { field: 'views' }).call(this);
      }
    }
    const { agent } = serve({ rules: [['/post/:id', 'rest']], controllers: { post: Post } }, TABLES);
    const { body } = await agent.delete('/post/1').expect(409);
    expect(body).to.include({ code: 'E_CONFLICT' }).and.not.have.property('field');
    expect(body.detail).not.to.contain('views');
  });

  it('logs what the database does not permit, and tells the client nothing in production', async () => {
    class Post extends Controller {
      getAction() {
        return refuse('permission_denied', 'no: table "post"', { hint: 'grant select on post', cause: driver }).call(
          this,
        );
      }
    }
    const open = () => serve({ rules: [['/post', 'rest']], controllers: { post: Post } }, TABLES).agent.get('/post');
    expect((await open().expect(403)).body.hint).to.equal('no: table "post". grant select on post');
    process.env.NODE_ENV = 'production';
    const { error } = console;
    const lines: string[] = [];
    console.error = (line: string) => lines.push(line);
    try {
      const { body } = await open().expect(403);
      expect(body).to.deep.include({ code: 'E_PERMISSION', detail: 'The database does not permit this.' });
      expect(body).not.to.have.property('hint');
    } finally {
      console.error = error;
    }
    expect(lines.join()).to.contain('E_PERMISSION').and.contain('grant select on post').and.contain('of the driver');
  });

  it('logs errors of the code with method, path and request id, and no client errors', async () => {
    class Post extends Controller {
      getAction() {
        const views = this.get('views');
        return this.model('post')
          .where(views === undefined ? { titel: 'x' } : { views })
          .find();
      }
    }
    process.env.NODE_ENV = 'production';
    const { agent } = serve({ rules: [['/post', 'rest']], controllers: { post: Post } }, TABLES);
    const { error } = console;
    const lines: string[] = [];
    console.error = (line: string) => lines.push(line);
    try {
      const { body } = await agent.get('/post?token=1').set('X-Request-Id', 'r-7').expect(500);
      expect(JSON.stringify(body)).not.to.contain('titel');
      await agent.get('/post?views=x').expect(400);
    } finally {
      console.error = error;
    }
    expect(lines).to.have.length(1);
    expect(lines[0])
      .to.match(/^GET \/post\?token=\*\*\* \(request r-7\): E_INTERNAL: /)
      .and.contain('has no field "titel"');
  });
});
