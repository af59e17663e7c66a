import { expect } from 'chai';
import { runGrowth } from '../endurance/growth.ts';
import { runHostile } from '../endurance/hostile.ts';
import { runIdle } from '../endurance/idle.ts';
import type { Report } from '../endurance/report.ts';
import { runRestarts } from '../endurance/restarts.ts';
import { runSlow } from '../endurance/slow.ts';

// The short forms of `pnpm qa endurance`, with limits that strike soon.

const limits = {
  headersTimeout: 1_500,
  requestTimeout: 3_000,
  idleTimeout: 2_000,
  keepAliveTimeout: 2_000,
  connectionsCheckingInterval: 250,
};
/** Without those for connections on which nothing happens. */
const ENDLESS = { ...limits, idleTimeout: 0, keepAliveTimeout: 0 };
/** Milliseconds: generous, the machine may be busy. */
const within = 30_000;

describe('load and time', function () {
  this.timeout(180_000);

  for (const [title, run] of [
    [
      '1,000 idle connections are closed by their limits, and good requests go on',
      () => runIdle({ way: 'createServer', count: 1_000, limits, within }),
    ],
    [
      '200 clients that send their header fields or bodies slowly, or read nothing, are ended by the limits, and no good request fails',
      () => runSlow({ way: 'createServer', count: 200, limits, timeout: 2_500, pace: 100, within }),
    ],
    [
      'no good request fails while three of ten are hostile (createServer)',
      () => runHostile({ way: 'createServer', count: 3_000 }),
    ],
    [
      'no good request fails while three of ten are hostile (app.listen)',
      () => runHostile({ way: 'app.listen', count: 3_000 }),
    ],
    [
      '20,000 requests, no two alike, leave no memory, handle or listener behind',
      () => runGrowth({ way: 'createServer', count: 20_000, most: 100 }),
    ],
    [
      'restarts behind a proxy lose no request',
      () => runRestarts({ way: 'createServer', handing: 'restart', count: 2 }),
    ],
    [
      'two processes behind a proxy hand over without a lost request',
      () => runRestarts({ way: 'createServer', handing: 'proxy', count: 1 }),
    ],
    [
      'two processes of a cluster hand over without a lost request',
      () => runRestarts({ way: 'createServer', handing: 'cluster', count: 1 }),
    ],
  ] as const) {
    it(title, async () => hold(await run()));
  }

  describe('what is wrong is noticed', () => {
    for (const [title, run, problem] of [
      [
        'a connection that no limit closes',
        () => runIdle({ way: 'createServer', count: 20, limits: ENDLESS, within: 3_000 }),
        /^10 idle connections were open after 3000 ms$/,
      ],
      [
        'a client that reads nothing and that no limit ends',
        () => runSlow({ way: 'createServer', count: 3, limits: ENDLESS, timeout: 2_500, pace: 100, within: 6_000 }),
        /^a client with a slow reader was still there after 6000 ms$/,
      ],
      [
        'a kilobyte of each request that is kept',
        () => runGrowth({ way: 'createServer', count: 4_000, most: 500, leaks: 'memory' }),
        /^memory grows by \d+\.\d bytes a request$/,
      ],
      [
        'a listener of each request that is kept',
        () => runGrowth({ way: 'createServer', count: 4_000, most: 10_000, leaks: 'listeners' }),
        /^listeners have grown from \d+ to \d+ over the last half$/,
      ],
      [
        'a process that does not answer what is in flight',
        () => runRestarts({ way: 'createServer', handing: 'restart', count: 1, signal: 'SIGKILL' }),
        /^a good request failed: .+ was answered 502 /,
      ],
    ] as const) {
      it(title, async () => expect((await run()).problems.filter((one) => problem.test(one))).not.to.be.empty);
    }
  });
});

// --- internal ---

function hold({ problems }: Report): void {
  expect(problems).to.deep.equal([]);
}
