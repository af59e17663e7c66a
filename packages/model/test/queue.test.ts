import { expect } from 'chai';
import { rejected } from '../../../test/stores/fixture.ts';
import { Queue } from '../src/queue.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Queue', () => {
  it('lets one in at a time, in the order of asking', async () => {
    const queue = new Queue();
    const log: string[] = [];
    const job = (name: string) =>
      queue.run(async () => {
        log.push(`${name} begins`);
        await turn();
        log.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all([job('a'), job('b'), job('c')])).to.deep.equal(['a', 'b', 'c']);
    expect(log).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('goes on after a failure', async () => {
    const queue = new Queue();
    const failing = queue.run(() => Promise.reject(new Error('no')));
    const next = queue.run(async () => 1);
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    expect(await next).to.equal(1);
  });

  it('lets nobody slip in between', async () => {
    const queue = new Queue();
    const log: string[] = [];
    await queue.enter();
    const second = queue.run(async () => log.push('second'));
    queue.leave();
    const third = queue.run(async () => log.push('third'));
    await Promise.all([second, third]);
    expect(log).to.deep.equal(['second', 'third']);
  });

  it('refuses those who wait too long for the same holder', async () => {
    const queue = new Queue(5);
    await queue.enter();
    const waiting = [queue.enter(), queue.enter()] as Promise<void>[];
    for (const one of waiting) {
      const error = await rejected(one, 'unavailable');
      expect(error.hint).to.contain('transaction');
    }
    queue.leave();
    expect(await queue.run(async () => 1)).to.equal(1);
  });

  it('lets who is patient wait, and refuses the others', async () => {
    const queue = new Queue(10);
    await queue.enter();
    const closing = queue.run(async () => 'closed', true);
    await rejected(queue.enter() as Promise<void>, 'unavailable');
    queue.leave();
    expect(await closing).to.equal('closed');
  });

  it('has patience with a long line that moves', async () => {
    const queue = new Queue(40);
    const begin = performance.now();
    const jobs = Array.from({ length: 10 }, () => queue.run(() => new Promise<void>((done) => setTimeout(done, 8))));
    await Promise.all(jobs);
    expect(performance.now() - begin).to.be.greaterThan(40);
  });
});
