import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Connection, request } from './connection.ts';

/** What became of the requests of clients that do nothing wrong. */
export interface Traffic {
  readonly answered: number;
  /** Each request that was answered wrongly, or not at all, in words. */
  readonly failures: readonly string[];
  /** Posts that were created and stay. */
  readonly kept: number;
  /** Milliseconds of an answer. */
  readonly times: { readonly median: number; readonly most: number; readonly longest: number };
}

export interface TrafficOptions {
  readonly port: number;
  /** How many at the same time. */
  readonly clients: number;
  /** Milliseconds of a client between two requests. Default 0. */
  readonly pause?: number;
  /** Called before every request, which waits for it. */
  readonly onRequest?: () => void | Promise<void>;
}

/** The clients of one run. */
export interface GoodTraffic {
  /** All clients have given up, because too much has failed. */
  readonly gaveUp: Promise<unknown>;
  stop(): Promise<Traffic>;
}

/** Failures after which nobody goes on. */
const TOO_MANY = 100;

/** Milliseconds without a request after which a connection is not used again: shorter than the `delay` in which a server says that it will close it. */
const KEPT = 500;
/** Requests that a connection carries before the client opens another one. */
const A_CONNECTION = 50;

/**
 * Let clients create, read, change, list and delete posts, and make mistakes, until they are told to stop. They repeat nothing; an answer that
 * says `Connection: close` is the last one that they read on its connection.
 */
export function startGoodTraffic({ port, clients, pause = 0, onRequest }: TrafficOptions): GoodTraffic {
  const failures: string[] = [];
  const times: number[] = [];
  let kept = 0;
  let isOver = false;

  async function visit(name: string): Promise<void> {
    let connection: Connection | undefined;
    let left = 0;
    let used = 0;
    const ask = async (status: number, ...given: Parameters<typeof request>): Promise<Answer> => {
      await onRequest?.();
      const began = performance.now();
      if (left === 0 || began - used > KEPT) connection?.close();
      if (!connection?.isOpen) {
        connection = await Connection.open(port);
        left = A_CONNECTION;
      }
      left -= 1;
      const answer = await connection.ask(request(...given));
      used = performance.now();
      times.push(used - began);
      if (answer.status !== status)
        throw new Error(`${given[0]} ${given[1]} was answered ${answer.status} ${answer.body}`);
      if (pause > 0) await sleep(pause);
      return answer;
    };
    const read = async (path: string, expected: object): Promise<void> => {
      const found = JSON.parse((await ask(200, 'GET', path)).body);
      for (const [field, value] of Object.entries(expected)) {
        if (found[field] !== value) throw new Error(`GET ${path}: ${field} is ${found[field]} in place of ${value}`);
      }
    };
    for (let turn = 0; !isOver && failures.length < TOO_MANY; turn += 1) {
      try {
        const title = `${name}, ${turn}`;
        const path = `/post/${JSON.parse((await ask(201, 'POST', '/post', { title })).body).id}`;
        kept += 1;
        await read(path, { title, views: 0 });
        await ask(200, 'PATCH', path, { views: turn });
        await read(path, { title, views: turn });
        await ask(200, 'GET', '/post?page=1&pageSize=5');
        await ask(404, 'GET', '/post/999999999');
        await ask(422, 'POST', '/post', { title: '' });
        if (turn % 10 === 0) continue;
        await ask(204, 'DELETE', path);
        kept -= 1;
      } catch (error) {
        failures.push((error as Error).message);
        connection?.close();
        // A server that is gone would be asked without end.
        await sleep(100);
      }
    }
    connection?.close();
  }

  const visits = Promise.all(Array.from({ length: clients }, (_, index) => visit(`client ${index}`)));
  return {
    gaveUp: visits,
    async stop() {
      isOver = true;
      await visits;
      times.sort((a, b) => a - b);
      const place = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
      const spread = { median: place(0.5), most: place(0.99), longest: place(1) };
      return { answered: times.length, failures, kept, times: spread };
    },
  };
}

/** How many posts there are. */
export async function countPosts(port: number): Promise<number> {
  const connection = await Connection.open(port);
  const { head } = await connection.ask(request('GET', '/post?page=1&pageSize=1'));
  connection.close();
  return Number(/\r\nx-total-count: (\d+)/i.exec(head)?.[1]);
}
