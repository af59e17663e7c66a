import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Example } from '../../examples/blog/test/start-example.ts';
import { attempt, sqliteStore, startBlog } from './servers.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 100);
const WRITERS = 6;

/** A body that shows by itself whether it is whole. */
const bodyOf = (title: string): string => createHash('sha256').update(title).digest('hex').repeat(20);

describe('kill -9 in the middle of writes', () => {
  const store = sqliteStore();
  let address: string;
  let running: Example | undefined;

  before(async () => {
    address = await store.create();
  });
  after(async () => {
    await running?.stop('SIGKILL');
    await store.remove();
  });

  it(`loses no acknowledged row and tears none, ${ROUNDS} times`, async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      running = await startBlog(address);
      const blog = running;
      // The moment of the kill varies: within the first writes, between two, during a checkpoint.
      const last = acknowledged.size + 1 + Math.floor(Math.random() * 30);
      const write = async (writer: number): Promise<void> => {
        for (let turn = 0; ; turn += 1) {
          const title = `${round}-${writer}-${turn}`;
          const reply = await attempt(() => blog.send('POST', '/post', { title, body: bodyOf(title) }));
          if (reply === undefined) return;
          expect(reply.status, JSON.stringify(reply.body)).to.equal(201);
          acknowledged.add(title);
          if (acknowledged.size === last) setTimeout(() => void blog.stop('SIGKILL'), Math.random() * 5);
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    }
    running = await startBlog(address);
    const found = await readAll(running);
    const titles = found.map(({ title }) => title);
    expect(new Set(titles).size, 'no row is there twice').to.equal(titles.length);
    expect(
      [...acknowledged].filter((title) => !titles.includes(title)),
      'acknowledged and lost',
    ).to.deep.equal([]);
    for (const { title, body } of found) expect(body, title).to.equal(bodyOf(title));
    expect(acknowledged.size).to.be.at.least(ROUNDS);
    console.log(`        ${acknowledged.size} acknowledged rows, ${found.length} found`);
  });
});

async function readAll(blog: Example): Promise<{ title: string; body: string }[]> {
  const found: { title: string; body: string }[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await blog.send('GET', `/post?page=${page}&pageSize=100`);
    found.push(...body);
    if (body.length < 100) return found;
  }
}
