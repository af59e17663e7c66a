import { once } from 'node:events';
import { mock } from 'node:test';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import type { Target } from './target.ts';
import { events, more, open, says } from './waiting.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

let skipped = 0;

function tick(milliseconds: number): void {
  skipped += milliseconds;
  mock.timers.tick(milliseconds);
}

/** One request, whose clock is ours: nothing is answered before it strikes. */
const strikes =
  (send: Uint8Array, milliseconds: number, then: Uint8Array | string = '') =>
  async (target: Target): Promise<Answer[]> => {
    const { socket, closed } = open(target);
    const isBegun = once(events, 'begun');
    socket.write(send);
    await isBegun;
    tick(milliseconds - 1);
    for (let turn = 0; turn < 20; turn++) await target.ask('GET', '/plain');
    expect(socket.bytesRead).to.equal(0);
    tick(1);
    socket.write(then);
    return await closed;
  };
const beginPost = request('POST', '/wait', { fields: { ...JSON_TYPE, 'Content-Length': '2' } });

const ATTACKS: readonly Attack[] = [
  {
    name: 'an action of 29999 ms is answered',
    send: strikes(request('GET', '/wait/29999'), 29_999),
    answer: 200,
  },
  {
    name: 'an action of more than 30000 ms is given up',
    send: strikes(request('GET', '/wait/30001'), 30_000),
    answer: 503,
    check: says(503, 'E_TIMEOUT'),
  },
  { name: 'a body that ends after 29999 ms is read', send: strikes(beginPost, 29_999, '{}'), answer: 201 },
  {
    name: 'a body that has not ended after 30000 ms is given up',
    send: strikes(beginPost, 30_000),
    answer: 408,
    check: says(408, 'E_BODY_TIMEOUT'),
  },
];

describe('the deadline', () => {
  for (const attack of ATTACKS) {
    describe(attack.name, () => {
      // Before the servers start: requests share one timer, which the first of them sets.
      before(() => {
        mock.timers.enable({ apis: ['setTimeout'] });
        skipped = 0;
        const now = performance.now.bind(performance);
        mock.method(performance, 'now', () => now() + skipped);
      });
      after(() => {
        mock.timers.reset();
        mock.restoreAll();
      });

      describeAttacks('alone', [attack], more);
    });
  }
});
