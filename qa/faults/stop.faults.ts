import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { sqliteStore, startBlog } from './servers.ts';

describe('SIGTERM', () => {
  const store = sqliteStore();
  after(() => store.remove());

  it('answers 200 requests that are in flight, then ends with 0', async () => {
    const blog = await startBlog(await store.create());
    const agent = new Agent({ keepAlive: true, maxSockets: 200 });
    // Each has sent its header fields and half of its body when the signal comes.
    const posts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => beginPost(blog.url, agent, { title: `post ${index}` })),
    );
    const stopped = blog.stop('SIGTERM');
    const statuses = await Promise.all(posts.map((post) => post.finish()));
    expect(statuses.filter((status) => status !== 201)).to.deep.equal([]);
    expect(await stopped).to.equal(0);
    agent.destroy();
  });
});

/** Send the first half of a POST. */
function beginPost(url: string, agent: Agent, body: object): Promise<{ finish(): Promise<number> }> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const post = request(`${url}/post`, {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', 'Content-Length': text.length, Expect: '100-continue' },
    });
    const answered = new Promise<number>((done, fail) => {
      post.on('response', (response) => done(response.resume().statusCode as number)).on('error', fail);
    });
    post.on('error', reject);
    // The server has the request in hand.
    post.once('continue', () => {
      post.write(text.slice(0, 5));
      resolve({
        finish: () => {
          post.end(text.slice(5));
          return answered;
        },
      });
    });
    post.flushHeaders();
  });
}
