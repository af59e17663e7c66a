import { expect } from 'chai';
import createClient from 'openapi-fetch';
import { createDataDirectory, type Example, startExample } from '../../../examples/blog/test/start-example.ts';
import type { components, paths } from '../generated/blog/openapi-typescript.ts';

type Post = components['schemas']['Post'];

describe('a client with the types of the document', () => {
  const data = createDataDirectory();
  let blog: Example;
  let client: ReturnType<typeof createClient<paths>>;

  before(async () => {
    blog = await startExample('blog', 'dist/app.js', data.url);
    client = createClient<paths>({ baseUrl: blog.url, querySerializer: { array: { style: 'form', explode: false } } });
  });
  after(async () => {
    await blog.stop();
    data.remove();
  });

  it('creates, lists, reads, changes and deletes', async () => {
    const created = await client.POST('/post', { body: { title: 'Hello', views: 3 } });
    const post: Post | undefined = created.data;
    expect(post).to.include({ title: 'Hello', views: 3, body: null });
    const id: number = post?.id ?? 0;

    const query = {
      views: { gte: 3, in: '3,4' },
      title: 'Hello',
      sort: ['-id' as const],
      fields: ['id' as const, 'title' as const],
      pageSize: 5,
    };
    const listed = await client.GET('/post', { params: { query } });
    expect(listed.data).to.eql([{ id, title: 'Hello' }]);

    const read = await client.GET('/post/{id}', { params: { path: { id } } });
    expect(read.data).to.eql(post);
    const tag = read.response.headers.get('etag') ?? '';

    const changed = await client.PATCH('/post/{id}', {
      params: { path: { id }, header: { 'If-Match': tag } },
      body: { views: 4 },
    });
    expect(changed.data).to.include({ id, title: 'Hello', views: 4 });

    const stale = await client.DELETE('/post/{id}', { params: { path: { id }, header: { 'If-Match': tag } } });
    expect(stale.error).to.include({ status: 412, code: 'E_PRECONDITION_FAILED' });
    expect((await client.DELETE('/post/{id}', { params: { path: { id } } })).response.status).to.equal(204);
    expect((await client.GET('/post/{id}', { params: { path: { id } } })).error).to.include({ code: 'E_NOT_FOUND' });
  });

  it('is told every wrong field, with types', async () => {
    expect((await client.POST('/post', { body: { title: 'Short' } })).data?.views).to.equal(0);
    const { data: nothing, error } = await client.POST('/post', { body: { title: '', views: -1 } });
    expect(nothing).to.equal(undefined);
    if (error?.status !== 422) throw new Error('422 was expected.');
    const code: 'E_VALIDATION' | 'E_IDEMPOTENCY_MISMATCH' | undefined = error.code;
    expect(code).to.equal('E_VALIDATION');
    expect(error.errors?.map(({ pointer, rule }) => [pointer, rule])).to.eql([
      ['/title', 'required'],
      ['/views', 'int'],
    ]);
  });

  it('cannot send what the rules refuse', async () => {
    // @ts-expect-error -- a title is text
    const { error } = await client.POST('/post', { body: { title: 1 } });
    expect(error).to.include({ status: 422 });
    // @ts-expect-error -- the column holds numbers
    const { error: wrong } = await client.GET('/post', { params: { query: { views: { gte: 'many' } } } });
    expect(wrong).to.include({ status: 400, code: 'E_QUERY' });
  });
});
