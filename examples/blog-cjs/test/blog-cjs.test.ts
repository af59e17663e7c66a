import { expect } from 'chai';
import { createDataDirectory, type Example, startExample } from '../../blog/test/start-example.ts';

describe('examples/blog-cjs', () => {
  const data = createDataDirectory();
  let blog: Example;

  before(async () => {
    blog = await startExample('blog-cjs', 'src/app.js', data.url);
  });
  after(async () => {
    await blog.stop();
    data.remove();
  });

  it('creates, reads, changes and deletes a post', async () => {
    const { status, headers, body } = await blog.send('POST', '/post', { title: 'Hello' });
    expect(status).to.equal(201);
    const path = headers.get('location') as string;
    expect((await blog.send('GET', path)).body).to.deep.equal(body);
    expect((await blog.send('PUT', path, { title: 'New', body: 'x' })).body).to.include({ title: 'New', body: 'x' });
    expect((await blog.send('PATCH', path, { body: null })).body).to.include({ title: 'New', body: null });
    expect((await blog.send('DELETE', path)).status).to.equal(204);
    expect((await blog.send('GET', path)).status).to.equal(404);
  });

  it('serves comments under their post', async () => {
    const { body: post } = await blog.send('POST', '/post', { title: 'Hello' });
    const { body } = await blog.send('POST', `/post/${post.id}/comments`, { body: 'First' });
    expect((await blog.send('GET', `/post/${post.id}/comments/${body.id}`)).body).to.deep.equal(body);
    expect((await blog.send('GET', `/post/${post.id + 1}/comments/${body.id}`)).status).to.equal(404);
  });

  it('exits with 0 at SIGTERM', async () => {
    expect(await blog.stop()).to.equal(0);
    blog = await startExample('blog-cjs', 'src/app.js', data.url);
  });

  it('says in one line that its port is in use, and exits with 1', async () => {
    const { port } = new URL(blog.url);
    const second = await startExample('blog-cjs', 'src/app.js', data.url, port).catch((error: Error) => error.message);
    const [ended, ...lines] = String(second).trim().split('\n');
    expect(ended).to.equal('The example ended with 1:');
    expect(lines.filter((line) => !line.includes('rules →'))).to.deep.equal([
      `Port ${port} is in use. Choose another one: PORT=${Number(port) + 1} npm start`,
    ]);
  });

  it('refuses what the logic does not take', async () => {
    const { status, body } = await blog.send('POST', '/post', { title: '', extra: 1 });
    expect(status).to.equal(422);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).to.have.members(['/title', '/extra']);
  });
});
