import { runGrowth } from './growth.ts';
import { runHostile } from './hostile.ts';
import { runIdle } from './idle.ts';
import type { Figure, Report } from './report.ts';
import { type Handing, runRestarts } from './restarts.ts';
import { runSlow } from './slow.ts';
import type { Way } from './start-server.ts';

/** One of the long runs. */
export interface Run {
  readonly about: string;
  /** Of connections, requests or restarts, when none is asked for. */
  readonly count: number;
  readonly parts: (count: number) => readonly Part[];
}

export interface Part {
  readonly title: string;
  /** @param tell - is told figures as they are seen; those of the report come in the end */
  start(tell: (figure: Figure) => void): Promise<Report>;
}

/** By name. All limits are as users have them. */
export const RUNS: ReadonlyMap<string, Run> = new Map<string, Run>([
  [
    'idle',
    {
      about: '10,000 idle connections',
      count: 10_000,
      // Silent ones end with `headersTimeout`, which `app.listen` has at 60 seconds, looking every 30; those that had an answer with `keepAliveTimeout`.
      parts: (count) => onBothWays((way) => runIdle({ way, count, together: count, within: 180_000 })),
    },
  ],
  [
    'slow',
    {
      about: '2,000 clients that send or read slowly',
      count: 2_000,
      parts: (count) => onBothWays((way) => runSlow({ way, count, pace: 1_000, together: count, within: 300_000 })),
    },
  ],
  [
    'hostile',
    {
      about: '200,000 requests, three of ten hostile',
      count: 200_000,
      parts: (count) => onBothWays((way) => runHostile({ way, count })),
    },
  ],
  [
    'growth',
    {
      about: '1,000,000 requests, no two alike: memory, handles and listeners',
      count: 1_000_000,
      parts: (count) => [grow('createServer', count)],
    },
  ],
  [
    'growth-listen',
    {
      about: 'the same under app.listen',
      count: 1_000_000,
      parts: (count) => [grow('app.listen', count)],
    },
  ],
  [
    'restarts',
    {
      about: '100 restarts behind a proxy that lets requests wait',
      count: 100,
      parts: (count) => [part('one process after the other', () => restart('restart', count))],
    },
  ],
  [
    'handover',
    {
      about: 'two processes that hand over: behind a proxy, and in a cluster',
      count: 30,
      parts: (count) => [
        part('behind a proxy', () => restart('proxy', count)),
        part('node:cluster', () => restart('cluster', count)),
      ],
    },
  ],
  [
    'reuse-port',
    {
      about: 'the same with SO_REUSEPORT, on Node 23.1 and later: the system itself may lose a connection',
      count: 30,
      parts: (count) => [part('SO_REUSEPORT', () => restart('reusePort', count))],
    },
  ],
]);

// --- internal ---

function onBothWays(start: (way: Way) => Promise<Report>): Part[] {
  return (['createServer', 'app.listen'] as const).map((way) => part(way, () => start(way)));
}

function grow(way: Way, count: number): Part {
  return part(way, (onSample) => runGrowth({ way, count, most: 2, onSample }));
}

function part(title: string, start: Part['start']): Part {
  return { title, start };
}

function restart(handing: Handing, count: number): Promise<Report> {
  return runRestarts({ way: 'createServer', handing, count });
}
