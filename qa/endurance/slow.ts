import { connect, type Socket } from 'node:net';
import type { ServerLimits } from '@rest-gen/server';
import { startGoodTraffic } from './good-traffic.ts';
import { describeTraffic, type Figure, findProblems, megabytes, type Report } from './report.ts';
import { startServer, type Way, withDatabase } from './start-server.ts';
import { waitUntil } from './wait-until.ts';

export interface SlowOptions {
  readonly way: Way;
  readonly count: number;
  /** Of `createServer`; its defaults when they are left out. */
  readonly limits?: ServerLimits;
  /** Of the router, in milliseconds; its default when it is left out. */
  readonly timeout?: number;
  /** Milliseconds between two bytes of a client. */
  readonly pace: number;
  /** How many have to be there at the same time; limits that strike soon, on a machine that is busy, allow no promise. Default 0. */
  readonly together?: number;
  /** Milliseconds after which every slow client has to be gone. */
  readonly within: number;
}

/** Let clients send header fields, bodies, and read answers, slowly or not at all, while good requests go on, and wait until the server has ended all of them. */
export function runSlow({
  way,
  count,
  limits = {},
  timeout = 30_000,
  pace,
  together = 0,
  within,
}: SlowOptions): Promise<Report> {
  return withDatabase(async (database) => {
    const server = await startServer({ way, database, limits, timeout });
    const traffic = startGoodTraffic({ port: server.port, clients: GOOD, pause: 20 });
    // Node alone never ends one who reads nothing.
    const kinds = Object.keys(KINDS).filter((kind) => way === 'createServer' || kind !== 'reader') as Kind[];
    const clients: SlowClient[] = [];
    const parts = kinds.flatMap((kind) => Array.from({ length: Math.ceil(count / kinds.length) }, () => kind));
    for (let begun = 0; begun < count; begun += WAVE) {
      const wave = parts.slice(begun, Math.min(begun + WAVE, count)).map((kind) => openSlow(kind, server.port, pace));
      clients.push(...(await Promise.all(wave)));
      // To a client it is open before the server has it, and the system forgets some when too many wait there.
      await waitUntil(async () => (await server.countConnections()) >= clients.length, SLACK);
    }
    const most = await server.measure();
    await waitUntil(async () => (await server.countConnections()) <= GOOD, within);
    for (const client of clients) client.look();
    await waitUntil(() => clients.every(({ endedAfter }) => endedAfter() !== undefined), SLACK);
    const left = clients.filter((client) => client.endedAfter() === undefined || client.hasAll());
    for (const client of left) client.leave();
    const good = await traffic.stop();
    const problems = findProblems(good, [server]);
    if (most.connections < together) problems.push(`only ${most.connections} connections were open at the same time`);
    for (const { kind } of left) problems.push(`a client with a slow ${kind} was still there after ${within} ms`);
    await server.stop();
    return {
      figures: [
        ['slow clients', clients.length],
        ['the process with them', `${megabytes(most.memory)} of heap, ${megabytes(most.resident)}`],
        ...kinds.map((kind) => describeKind(kind, clients)),
        ...describeTraffic(good),
      ],
      problems,
    };
  });
}

// --- internal ---

const GOOD = 4;
const WAVE = 100;
/** Bytes. */
const LARGE = 64 * 1_024 * 1_024;
/** Milliseconds for what happens at once, on a machine that is busy. */
const SLACK = 10_000;

type Kind = keyof typeof KINDS;

/** What each sends at once, and then a byte at a time; a slow reader asks for 64 MB and reads nothing of them. Whom the server gives most time comes first. */
const KINDS = {
  reader: 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n',
  body: 'POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"title":"',
  head: 'GET /post/1 HTTP/1.1\r\nHost: localhost\r\nSlow: ',
} as const;

interface SlowClient {
  readonly kind: Kind;
  /** Milliseconds, once the server has ended it, as far as the client has looked. */
  endedAfter(): number | undefined;
  look(): void;
  /** It was given the whole answer. */
  hasAll(): boolean;
  /** The status of what it was answered, `none` without an answer. */
  status(): string;
  leave(): void;
}

async function openSlow(kind: Kind, port: number, pace: number): Promise<SlowClient> {
  const socket = await connectTo(port);
  const began = performance.now();
  let received = '';
  let ended: number | undefined;
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (text) => {
    if (received.length < 20) received += text;
  });
  socket.write(KINDS[kind]);
  // Who reads nothing does not see the end either. It sends nothing more: its request is complete.
  if (kind === 'reader') socket.pause();
  const timer = kind === 'reader' ? undefined : setInterval(() => socket.write('x'), pace);
  socket.once('close', () => {
    ended = performance.now() - began;
    clearInterval(timer);
  });
  return {
    kind,
    endedAfter: () => ended,
    look: () => void socket.resume(),
    hasAll: () => socket.bytesRead > LARGE,
    status: () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'none',
    leave: () => socket.destroy(),
  };
}

function describeKind(kind: Kind, clients: readonly SlowClient[]): Figure {
  const ones = clients.filter((client) => client.kind === kind);
  const times = ones.flatMap((client) => client.endedAfter() ?? []).sort((a, b) => a - b);
  const seconds = (time = 0): string => (time / 1_000).toFixed(1);
  const statuses = [...new Set(ones.map((client) => client.status()))].sort().join(', ');
  return [
    `slow ${kind}`,
    `${times.length} of ${ones.length} ended after ${seconds(times[0])} to ${seconds(times.at(-1))} s, answered: ${statuses}`,
  ];
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
  });
}
