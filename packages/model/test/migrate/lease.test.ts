import { expect } from 'chai';
import { DataError, ModelsError } from '../../src/index.ts';
import { withLease } from '../../src/migrate/lease.ts';
import type { Lease } from '../../src/migrate/migration-store.ts';

const TIMES = { length: 200, wait: 5_000 };

describe('withLease', () => {
  const caught = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error);

  it('lets one in at a time', async () => {
    const store = new FakeLease();
    let inside = 0;
    let most = 0;
    const works = Array.from({ length: 4 }, (_, index) =>
      withLease(
        store,
        async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
          return index;
        },
        TIMES,
      ),
    );
    expect(await Promise.all(works)).to.deep.equal([0, 1, 2, 3]);
    expect(most).to.equal(1);
    expect(store.lease).to.deep.equal({ owner: '', until: 0 });
  });

  it('holds for 15 seconds when nothing else is said', async () => {
    const store = new FakeLease();
    const began = Date.now();
    await withLease(store, async (lease) => expect(lease.length).to.equal(15_000));
    expect(Date.now() - began).to.be.below(5_000);
  });

  it('is extended while the work runs, also when the store fails in between', async () => {
    const store = new FakeLease();
    const seen = new Set<number>();
    const extend = store.extend.bind(store);
    let calls = 0;
    store.extend = async (lease: Lease) => {
      calls += 1;
      if (calls === 1) throw new Error('gone for a moment');
      const isOurs = await extend(lease);
      seen.add(store.lease.until);
      return isOurs;
    };
    await withLease(
      store,
      async () => {
        while (seen.size < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        expect(await store.claim({ owner: 'other', length: 1 })).to.equal(false);
      },
      { length: 60, wait: 0 },
    );
    expect(calls).to.be.at.least(3);
  });

  it('asks for no second extension while one hangs', async () => {
    const store = new FakeLease();
    let calls = 0;
    let end: (isOurs: boolean) => void = () => {};
    store.extend = () => {
      calls += 1;
      return new Promise((resolve) => {
        end = resolve;
      });
    };
    await withLease(
      store,
      async () => {
        while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        // Several turns of the timer.
        for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
        expect(calls).to.equal(1);
        end(true);
      },
      { length: 15, wait: 0 },
    );
  });

  it('is taken over when its owner has died', async () => {
    const store = new FakeLease();
    store.lease = { owner: 'dead', until: Date.now() + 100 };
    const until = store.lease.until;
    await withLease(store, async () => expect(Date.now()).to.be.above(until), TIMES);
  });

  it('is not waited for without end', async () => {
    const store = new FakeLease();
    store.lease = { owner: 'other', until: Date.now() + 60_000 };
    const error = await caught(withLease(store, async () => 1, { length: 15_000, wait: 60 }));
    expect(error).to.be.instanceOf(ModelsError).and.include({ code: 'E_MIGRATION' });
    expect((error as ModelsError).message).to.contain('for more than');
    expect((error as ModelsError).hint).to.contain('15 seconds');
    expect(store.lease.owner).to.equal('other');
  });

  for (const code of ['retry', 'unavailable'] as const) {
    it(`waits while the store says ${code}`, async () => {
      const store = new FakeLease();
      const claim = store.claim.bind(store);
      let calls = 0;
      store.claim = async (lease: Lease) => {
        calls += 1;
        if (calls < 3) throw new DataError(code, 'locked');
        return claim(lease);
      };
      expect(await withLease(store, async () => 'done', TIMES)).to.equal('done');
      store.claim = async () => {
        throw new DataError(code, 'locked');
      };
      expect(await caught(withLease(store, async () => 1, { length: 100, wait: 60 }))).to.include({ code });
    });
  }

  it('does not wait where the store says anything else', async () => {
    const store = new FakeLease();
    for (const error of [new DataError('no_table', 'none'), new Error('broken')]) {
      store.claim = async () => {
        throw error;
      };
      expect(await caught(withLease(store, async () => 1, TIMES))).to.equal(error);
    }
  });

  it('gives what the work gives or throws, whether or not it can be given back', async () => {
    const store = new FakeLease();
    store.release = async () => {
      throw new Error('gone');
    };
    expect(await withLease(store, async () => 7, TIMES)).to.equal(7);
    store.lease = { owner: '', until: 0 };
    const error = new Error('own');
    const failing = withLease(
      store,
      async () => {
        throw error;
      },
      TIMES,
    );
    expect(await caught(failing)).to.equal(error);
  });
});

// --- internal ---

/** A lease in memory; tests look into it, and make it fail. */
class FakeLease {
  lease = { owner: '', until: 0 };

  async claim({ owner, length }: Lease): Promise<boolean> {
    if (this.lease.until >= Date.now()) return false;
    this.lease = { owner, until: Date.now() + length };
    return true;
  }

  async extend({ owner, length }: Lease): Promise<boolean> {
    if (this.lease.owner !== owner) return false;
    this.lease = { owner, until: Date.now() + length };
    return true;
  }

  async release({ owner }: Lease): Promise<void> {
    if (this.lease.owner === owner) this.lease = { owner: '', until: 0 };
  }
}
