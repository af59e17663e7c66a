import { HOSTILE_ACTS, type HostileAct } from './attacks.ts';
import { commit } from './commit.ts';
import { Connection, request } from './connection.ts';
import { sendDifferent } from './different-requests.ts';
import { slopeOfLastHalf } from './flat.ts';
import { type Figure, megabytes, type Report } from './report.ts';
import { type Measured, type Server, type Settings, startServer, type Way, withDatabase } from './start-server.ts';
import { waitUntil } from './wait-until.ts';

export interface GrowthOptions {
  readonly way: Way;
  /** Requests in all. */
  readonly count: number;
  /** Bytes that the memory may grow with each request, over the last half of them. */
  readonly most: number;
  /** Told what the server holds, as it is seen. */
  readonly onSample?: (figure: Figure) => void;
  /** What the server keeps on purpose, to see that it is noticed. */
  readonly leaks?: Settings['leaks'];
}

/** Send requests that are all different, some of which are broken off, and look at intervals at what the server holds when nothing runs. */
export function runGrowth({ way, count, most, onSample, leaks }: GrowthOptions): Promise<Report> {
  return withDatabase(async (database) => {
    const server = await startServer({ way, database, ...(leaks && { leaks }) });
    const first = await Connection.open(server.port);
    await first.ask(request('POST', '/post', { title: 'first' }));
    first.close();
    const problems: string[] = [];
    const samples: Sample[] = [];
    let next = 0;
    let sent = 0;

    async function work(until: number): Promise<void> {
      let connection: Connection | undefined;
      try {
        while (sent < until) {
          if (!connection?.isOpen) connection = await Connection.open(server.port);
          const answered = await sendDifferent(connection, next++);
          sent += answered;
          if (next % 100 !== 0) continue;
          await commit(ABORTS[(next / 100) % ABORTS.length] as HostileAct, server.port);
          sent += 1;
        }
      } catch (error) {
        problems.push((error as Error).message);
      }
      connection?.close();
    }

    for (let part = 1; part <= PARTS && problems.length === 0; part += 1) {
      await Promise.all(Array.from({ length: CLIENTS }, () => work((count / PARTS) * part)));
      const sample = { requests: sent, ...(await whenQuiet(server)) };
      samples.push(sample);
      onSample?.(describeSample(sample));
    }
    const slope = slopeOfLastHalf(samples.map(({ requests, memory }) => ({ requests, value: memory })));
    problems.push(...findGrowth(samples, slope, most));
    if (server.said() !== '') problems.push(`the server said: ${server.said()}`);
    await server.stop();
    const growth = `${slope.toFixed(2)} bytes a request over the last half; ${most} are allowed`;
    return { figures: [['growth of memory', growth]], problems };
  });
}

// --- internal ---

const CLIENTS = 16;
/** How often it is looked at what the server holds. */
const PARTS = 20;
const ABORTS = HOSTILE_ACTS.filter(({ leaves }) => leaves !== undefined);

type Sample = Measured & { readonly requests: number };

async function whenQuiet(server: Server): Promise<Measured> {
  await waitUntil(async () => (await server.countConnections()) === 0, 10_000);
  return server.measure();
}

function findGrowth(samples: readonly Sample[], slope: number, most: number): string[] {
  const [middle, last] = [samples[Math.floor(samples.length / 2)], samples.at(-1)];
  if (!middle || !last) return ['nothing was measured'];
  const problems = last.warnings.map((warning) => `a warning of Node: ${warning}`);
  if (!(slope <= most)) problems.push(`memory grows by ${slope.toFixed(1)} bytes a request`);
  for (const [what, count] of [
    ['handles', countHandles],
    ['listeners', ({ listeners }: Sample) => listeners],
    ['connections', ({ connections }: Sample) => connections],
  ] as const) {
    const [before, after] = [count(middle), count(last)];
    if (after > before) problems.push(`${what} have grown from ${before} to ${after} over the last half`);
  }
  return problems;
}

function countHandles({ handles }: Sample): number {
  return Object.values(handles).reduce((sum, count) => sum + count, 0);
}

function describeSample(sample: Sample): Figure {
  const { requests, memory, resident, listeners, connections } = sample;
  return [
    `${requests} requests`,
    `heap ${megabytes(memory)}, process ${megabytes(resident)}, ${countHandles(sample)} handles, ${listeners} listeners, ${connections} connections`,
  ];
}
