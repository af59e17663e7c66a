import { expect } from 'chai';
import { sqliteStore, startBlog } from './servers.ts';

describe('two processes on one SQLite file', () => {
  const store = sqliteStore();
  after(() => store.remove());

  it('give no error to a client', async () => {
    const address = await store.create();
    const blogs = await Promise.all([startBlog(address), startBlog(address)]);
    const count = 300;
    const statuses = new Map<number, number>();
    const work = async (writer: number): Promise<void> => {
      const blog = blogs[writer % 2];
      for (let turn = 0; turn < count / 10; turn += 1) {
        const { status, body } = (await blog?.send('POST', '/post', { title: `${writer}-${turn}` })) ?? {};
        const replies = [status, (await blog?.send('PATCH', `/post/${body?.id}`, { views: turn }))?.status];
        replies.push((await blog?.send('GET', '/post?page=1'))?.status);
        for (const one of replies) statuses.set(one as number, (statuses.get(one as number) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, writer) => work(writer)));
    expect(Object.fromEntries(statuses)).to.deep.equal({ 200: count * 2, 201: count });
    const [total] = await Promise.all(blogs.map((blog) => blog.send('GET', '/post?page=1')));
    expect(total?.headers.get('x-total-count')).to.equal(String(count));
    await Promise.all(blogs.map((blog) => blog.stop()));
  });
});
