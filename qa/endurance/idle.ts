import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerLimits } from '@rest-gen/server';
import { Connection, request } from './connection.ts';
import { startGoodTraffic } from './good-traffic.ts';
import { describeTraffic, findProblems, kilobytes, megabytes, type Report } from './report.ts';
import { type Server, startServer, type Way, withDatabase } from './start-server.ts';

export interface IdleOptions {
  readonly way: Way;
  readonly count: number;
  /** Of `createServer`; its defaults when they are left out. */
  readonly limits?: ServerLimits;
  /** How many have to be open at the same time; limits that strike soon, on a machine that is busy, allow no promise. Default 0. */
  readonly together?: number;
  /** Milliseconds after which every idle connection has to be closed. */
  readonly within: number;
}

/**
 * Open connections that say nothing while good requests go on, and wait until the server has closed all of them. On `createServer` half of them had an
 * answer before.
 */
export function runIdle({ way, count, limits = {}, together = 0, within }: IdleOptions): Promise<Report> {
  return withDatabase(async (database) => {
    const possible = Math.min(count, openFiles() - RESERVE);
    const server = await startServer({ way, database, limits });
    const before = await server.measure();
    const traffic = startGoodTraffic({ port: server.port, clients: 4, pause: 20 });
    const idle: Idle[] = [];
    // Node alone closes those that had an answer after five seconds: sooner than the last ones are open.
    const isSilent = (index: number): boolean => way === 'app.listen' || index % 2 === 0;
    for (let opened = 0; opened < possible; opened += WAVE) {
      const wave = Array.from({ length: Math.min(WAVE, possible - opened) }, (_, index) =>
        open(server, isSilent(index)),
      );
      idle.push(...(await Promise.all(wave)));
    }
    const full = await server.measure();
    const began = performance.now();
    await Promise.race([Promise.all(idle.map(({ closed }) => closed)), sleep(within, undefined, { ref: false })]);
    const took = performance.now() - began;
    const left = idle.filter(({ socket }) => !socket.closed);
    const good = await traffic.stop();
    const after = await server.measure();
    for (const { socket } of left) socket.destroy();
    const problems = findProblems(good, [server]);
    if (left.length > 0) problems.push(`${left.length} idle connections were open after ${within} ms`);
    if (full.connections < Math.min(together, possible))
      problems.push(`only ${full.connections} connections were open at the same time`);
    await server.stop();
    const each = (one: 'memory' | 'resident'): string => kilobytes((full[one] - before[one]) / full.connections);
    return {
      figures: [
        ['idle connections', possible === count ? count : `${possible}: more files cannot be open here`],
        ['memory of each', `${each('memory')} of the heap, ${each('resident')} of the process`],
        ['the process', `${megabytes(before.resident)} before, ${megabytes(full.resident)} with them`],
        ['heap', `${megabytes(before.memory)} before, ${megabytes(after.memory)} after the last was closed`],
        ['closed by the server', `${idle.length - left.length}, the last one after ${(took / 1_000).toFixed(1)} s`],
        ...describeTraffic(good),
      ],
      problems,
    };
  });
}

// --- internal ---

/** At a time: a queue of connections that nobody has accepted yet is short. */
const WAVE = 250;
/** Files of the process itself, and of the good clients. */
const RESERVE = 200;

interface Idle {
  readonly socket: Socket;
  readonly closed: Promise<void>;
}

async function open(server: Server, isSilent: boolean): Promise<Idle> {
  const socket = isSilent ? await connectTo(server.port) : await askOnce(server.port);
  socket.resume().on('error', () => undefined);
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve())) };
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
  });
}

async function askOnce(port: number): Promise<Socket> {
  const connection = await Connection.open(port);
  await connection.ask(request('GET', '/post?page=1&pageSize=1'));
  return connection.socket.setTimeout(0);
}

/** How many files a process may have open: Node has raised its own limit to what the system allows. */
function openFiles(): number {
  const { userLimits } = process.report.getReport() as unknown as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
}
