import { expect } from 'chai';
import { openService, PASSWORD, type Service } from './open-service.ts';

/** The chance that a time of `slow` is above one of `fast`; a half where nothing tells them apart (Mann and Whitney). */
function chance(slow: readonly number[], fast: readonly number[]): number {
  const above = slow.flatMap((one) => fast.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return above.reduce<number>((sum, one) => sum + one, 0) / above.length;
}

describe('how long an answer takes', function () {
  // Forty hashes of passwords for each.
  this.timeout(120_000);
  let service: Service;

  before(async () => {
    service = await openService({ attempts: { account: 1000, network: 10_000, mail: 1000 } });
    for (let index = 0; index < 5; index += 1) await service.signedIn(`${index}@example.com`);
  });
  after(() => service.close());

  const REQUESTS: Record<string, (email: string) => Promise<unknown>> = {
    'POST /session': (email) => service.agent.post('/session').send({ email, password: 'wrong' }).expect(401),
    'POST /user': (email) => service.agent.post('/user').send({ email, password: PASSWORD }).expect(202),
    'POST /password': (email) => service.agent.post('/password').send({ email }).expect(202),
  };
  for (const [name, send] of Object.entries(REQUESTS)) {
    it(`does not tell whether an address is known: ${name}`, async () => {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      const time = async (kind: 'known' | 'unknown', email: string) => {
        const begun = performance.now();
        await send(email);
        times[kind].push(performance.now() - begun);
      };
      for (let round = 0; round < 20; round += 1) {
        await time('known', `${round % 5}@example.com`);
        await time('unknown', `${name.length}.${round}@example.org`);
      }
      // Of 20 times each, chance alone stays within 0.15 of a half in nine of ten runs, and within 0.35 in all but one of 6,000.
      expect(chance(times.unknown, times.known)).to.be.within(0.15, 0.85);
    });
  }
});
