import { expect } from 'chai';
import { createDataDirectory, type Example, startExample } from './start-example.ts';

describe('examples/blog', () => {
  const data = createDataDirectory();
  let blog: Example;

  before(async () => {
    blog = await startExample('blog', 'dist/app.js', data.url);
  });
  after(async () => {
    await blog.stop();
    data.remove();
  });

  it('prints its address and three curl lines that work', async () => {
    const lines = blog.printed.split('\n').filter((line) => line.startsWith('  curl '));
    expect(lines).to.deep.equal([
      `  curl ${blog.url}/post`,
      `  curl -d '{"title":"Hello"}' -H 'Content-Type: application/json' ${blog.url}/post`,
      `  curl ${blog.url}/post/1`,
    ]);
    expect(await blog.send('GET', '/post')).to.deep.include({ status: 200, body: [] });
    const created = await blog.send('POST', '/post', { title: 'Hello' });
    expect(created.status).to.equal(201);
    expect(created.headers.get('location')).to.equal('/post/1');
    expect(created.body).to.include({ id: 1, title: 'Hello', body: null, views: 0 });
    expect(await blog.send('GET', '/post/1')).to.deep.include({ status: 200, body: created.body });
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`keeps what was created after ${signal}`, async () => {
      const { headers, body } = await blog.send('POST', '/post', { title: `before ${signal}` });
      await blog.stop(signal);
      blog = await startExample('blog', 'dist/app.js', data.url);
      expect((await blog.send('GET', headers.get('location') as string)).body).to.deep.equal(body);
    });
  }

  it('says that it lives and is ready, and exits with 0 at SIGTERM', async () => {
    expect(await blog.send('GET', '/live')).to.deep.include({ status: 200, body: { status: 'live' } });
    expect(await blog.send('GET', '/ready')).to.deep.include({ status: 200, body: { status: 'ready' } });
    expect(await blog.stop()).to.equal(0);
    blog = await startExample('blog', 'dist/app.js', data.url);
  });

  it('serves comments under their post only', async () => {
    const { body: post } = await blog.send('POST', '/post', { title: 'With comments' });
    const { body: other } = await blog.send('POST', '/post', { title: 'Without' });
    const comment = { author: 'a@example.org', body: 'First' };
    const { status, body, headers } = await blog.send('POST', `/post/${post.id}/comments`, comment);
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/post/${post.id}/comments/${body.id}`);
    expect(body).to.include({ ...comment, postId: post.id });
    expect((await blog.send('GET', `/post/${post.id}/comments`)).body).to.deep.equal([body]);
    expect((await blog.send('GET', `/post/${other.id}/comments`)).body).to.deep.equal([]);
    for (const [method, content] of [['GET'], ['PUT', comment], ['PATCH', {}], ['DELETE']] as const) {
      expect((await blog.send(method, `/post/${other.id}/comments/${body.id}`, content)).status, method).to.equal(404);
    }
    expect((await blog.send('GET', `/post/${post.id}/comments/${body.id}`)).body).to.deep.equal(body);
    expect((await blog.send('POST', '/post/99999/comments', comment)).status).to.equal(404);
    expect((await blog.send('GET', '/post/99999/comments')).status).to.equal(404);
  });

  it('serves two versions of one resource', async () => {
    const { body } = await blog.send('POST', '/v1/user', { name: 'Ada Lovelace' });
    expect(body).to.deep.equal({ id: body.id, name: 'Ada Lovelace' });
    expect((await blog.send('GET', `/v2/user/${body.id}`)).body).to.deep.equal({
      id: body.id,
      first: 'Ada',
      last: 'Lovelace',
    });
    expect((await blog.send('GET', '/v1/user')).body).to.deep.include({ id: body.id, name: 'Ada Lovelace' });
    expect((await blog.send('POST', '/v2/user', { name: 'x' })).status).to.equal(422);
    expect((await blog.send('GET', '/v3/user')).status).to.equal(404);
  });

  it('serves every controller under /api by one rule', async () => {
    expect((await blog.send('POST', '/api/tag', { name: 'news' })).status).to.equal(201);
    expect((await blog.send('POST', '/api/tag', { name: 'news' })).body).to.include({ status: 409, field: 'name' });
    expect((await blog.send('POST', '/api/author', { name: 'Ada' })).status).to.equal(201);
    for (const name of ['rest', 'constructor', '__proto__', 'post', 'tag.js']) {
      expect((await blog.send('GET', `/api/${name}`)).status, name).to.equal(404);
    }
  });

  it('serves a resource with text ids', async () => {
    const { headers, body } = await blog.send('POST', '/doc', { title: 'Getting started' });
    expect(headers.get('location')).to.equal('/doc/getting_started');
    expect((await blog.send('GET', '/doc/getting_started')).body).to.deep.equal(body);
    expect((await blog.send('GET', '/doc?status=draft')).body).to.deep.equal([body]);
    expect((await blog.send('GET', '/doc?status=live')).body).to.deep.equal([]);
    expect((await blog.send('GET', '/doc?status=odd')).status).to.equal(422);
    expect((await blog.send('POST', '/doc', { title: 'Getting started' })).status).to.equal(409);
  });

  it('changes and deletes', async () => {
    const { body } = await blog.send('POST', '/post', { title: 'a', body: 'b', views: 3 });
    const path = `/post/${body.id}`;
    expect((await blog.send('PATCH', path, { views: 4 })).body).to.include({ title: 'a', body: 'b', views: 4 });
    expect((await blog.send('PUT', path, { title: 'c' })).body).to.include({ title: 'c', body: null, views: 0 });
    expect(await blog.send('DELETE', path)).to.deep.include({ status: 204, body: undefined });
    expect((await blog.send('GET', path)).status).to.equal(404);
  });

  it('lists by page, order, field and filter', async () => {
    const { body, headers } = await blog.send('GET', '/post?sort=-id&fields=id,title&page=1&pageSize=2&views[gte]=0');
    expect(body).to.have.length(2);
    expect(Object.keys(body[0])).to.deep.equal(['id', 'title']);
    expect(Number(headers.get('x-total-count'))).to.be.greaterThan(2);
    expect(headers.get('link')).to.match(/rel="next"/);
  });

  it('documents what it serves, from its own server', async () => {
    const { status, headers, body } = await blog.send('GET', '/docs');
    expect([status, headers.get('content-type')]).to.eql([200, 'text/html; charset=utf-8']);
    expect(body).to.contain('>Blog</h1>').and.include('<code>/post/{postId}/comments</code>');
    for (const [, asset] of body.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)) {
      expect((await blog.send('GET', `/docs/${asset}`)).status, asset).to.equal(200);
    }
    const { body: document } = await blog.send('GET', '/docs/openapi.json');
    expect(document.servers).to.eql([{ url: '..' }]);
    expect(Object.keys(document.paths)).to.include.members(['/post', '/post/{id}', '/v2/user/{id}', '/api/tag']);
    expect((await blog.send('GET', '/docs/routes')).body).to.include('<td>api/tag</td>');
  });

  it('documents the type of an error', async () => {
    const { body } = await blog.send('GET', '/post/4711');
    expect(body.type).to.equal('/docs/errors#e_not_found');
    expect((await blog.send('GET', body.type)).body).to.include('id="e_not_found"');
  });
});
