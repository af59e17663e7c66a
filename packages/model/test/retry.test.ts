import { expect } from 'chai';
import { retry } from '../src/retry.ts';

describe('retry', () => {
  const busy = new Error('busy');
  const isBusy = (error: unknown): boolean => error === busy;

  it('gives the result of the first attempt that is not busy', async () => {
    let attempts = 0;
    const work = async (): Promise<number> => {
      attempts += 1;
      if (attempts < 4) throw busy;
      return attempts;
    };
    expect(await retry(work, isBusy, 1_000)).to.equal(4);
  });

  it('throws other errors at once', async () => {
    let attempts = 0;
    const failure = new Error('no');
    const work = async (): Promise<never> => {
      attempts += 1;
      throw failure;
    };
    expect(await retry(work, isBusy, 1_000).catch((error: unknown) => error)).to.equal(failure);
    expect(attempts).to.equal(1);
  });

  it('throws the last error when patience runs out, with the event loop free meanwhile', async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 1);
    const begin = performance.now();
    const error = await retry(() => Promise.reject(busy), isBusy, 60).catch((thrown: unknown) => thrown);
    clearInterval(ticking);
    expect(error).to.equal(busy);
    expect(performance.now() - begin).to.be.within(55, 1_000);
    expect(ticks).to.be.greaterThan(3);
  });
});
