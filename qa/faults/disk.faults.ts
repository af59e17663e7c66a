import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Example } from '../../examples/blog/test/start-example.ts';
import { startBlog } from './servers.ts';

describe('a full disk', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-disk-'));
  const filler = join(directory, 'filler');
  let isMounted = false;
  let blog: Example | undefined;

  before(function () {
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', directory]).status === 0;
    if (isMounted) return;
    if (process.env.REST_GEN_SERVERS === 'required') throw new Error('A file system of 2 MB cannot be mounted here.');
    console.log('    left out: mounting a small file system needs root');
    this.skip();
  });
  after(async () => {
    await blog?.stop('SIGKILL');
    if (isMounted) spawnSync('umount', [directory]);
    rmSync(directory, { recursive: true, force: true });
  });

  it('is answered with 503, reads go on, and writes recover by themselves', async () => {
    writeFileSync(filler, Buffer.alloc(1_000_000));
    blog = await startBlog(`sqlite:${join(directory, 'app.sqlite3')}`);
    const titles: string[] = [];
    const body = 'x'.repeat(20_000);
    let reply = await blog.send('POST', '/post', { title: 'first', body });
    for (let turn = 0; reply.status === 201; turn += 1) {
      titles.push(reply.body.title);
      reply = await blog.send('POST', '/post', { title: `post ${turn}`, body });
    }
    expect(reply.status, JSON.stringify(reply.body)).to.equal(503);
    expect(reply.body.code).to.equal('E_UNAVAILABLE');
    expect(reply.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    expect(titles.length).to.be.greaterThan(5);

    expect((await blog.send('GET', '/post/1')).body).to.include({ title: 'first', body });
    const list = await blog.send('GET', '/post?page=1&pageSize=100');
    expect(list.body.map(({ title }: { title: string }) => title)).to.deep.equal(titles);

    rmSync(filler);
    expect((await blog.send('POST', '/post', { title: 'again', body })).status).to.equal(201);
    expect((await blog.send('GET', '/post?page=1')).headers.get('x-total-count')).to.equal(String(titles.length + 1));
  });
});
