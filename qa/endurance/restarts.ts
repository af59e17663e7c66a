import { setTimeout as sleep } from 'node:timers/promises';
import { countPosts, startGoodTraffic } from './good-traffic.ts';
import { startProxy } from './proxy.ts';
import { describeTraffic, findProblems, type Report } from './report.ts';
import { type GivenSettings, type Server, startServer, type Way, withDatabase } from './start-server.ts';

/** How one process takes the place of another. */
export type Handing = keyof typeof HANDINGS;

export interface RestartOptions {
  readonly way: Way;
  readonly handing: Handing;
  readonly count: number;
  /** How the processes are told to stop. Default SIGTERM; another one shows that what is lost is noticed. */
  readonly signal?: NodeJS.Signals;
}

/** Replace the process that serves again and again while clients write and read, of whom none repeats anything. */
export function runRestarts({ way, handing, count, signal = 'SIGTERM' }: RestartOptions): Promise<Report> {
  return withDatabase(async (database) => {
    const codes: (number | null)[] = [];
    const service = await HANDINGS[handing]({ way, database, delay: DELAY }, signal);
    const began = performance.now();
    const traffic = startGoodTraffic({ port: service.port, clients: 16, pause: 5 });
    for (let restart = 0; restart < count; restart += 1) {
      await sleep(BETWEEN);
      codes.push(await service.replace());
    }
    const good = await traffic.stop();
    const took = performance.now() - began;
    const stored = await countPosts(service.port);
    const problems = findProblems(good, service.servers);
    const unclean = codes.filter((code) => code !== 0);
    if (unclean.length > 0) problems.push(`${unclean.length} processes ended with ${[...new Set(unclean)]}`);
    if (stored !== good.kept) problems.push(`${good.kept} posts were acknowledged and ${stored} are there`);
    await service.close();
    return {
      figures: [
        ['restarts', `${codes.length} in ${(took / 1_000).toFixed(0)} s`],
        ['posts', `${good.kept} acknowledged and kept, ${stored} found`],
        ...describeTraffic(good),
      ],
      problems,
    };
  });
}

// --- internal ---

/** Milliseconds in which answers say `Connection: close` before connections are closed: far more than a client here is silent. */
const DELAY = 1_000;
/** Milliseconds between two restarts. */
const BETWEEN = 200;

/** What clients see as one service. */
interface Service {
  readonly port: number;
  /** All that there have been. */
  readonly servers: readonly Server[];
  /** @returns the exit code of the process that was replaced */
  replace(): Promise<number | null>;
  close(): Promise<void>;
}

const HANDINGS = {
  /** One process behind a proxy stops, and the next one starts: requests wait in the proxy. */
  restart: (settings: GivenSettings, signal: NodeJS.Signals) => behindProxy(settings, signal, false),
  /** The next process is ready before the proxy turns to it and the first one stops. */
  proxy: (settings: GivenSettings, signal: NodeJS.Signals) => behindProxy(settings, signal, true),
  /** The two processes of a `node:cluster` share the port. */
  cluster: async (settings: GivenSettings): Promise<Service> => {
    const cluster = await startServer(settings, 'cluster.ts');
    return {
      port: cluster.port,
      servers: [cluster],
      replace: () => cluster.replace(),
      close: async () => void (await cluster.stop()),
    };
  },
  /** Two processes listen at the port by themselves, with `SO_REUSEPORT`. */
  reusePort: async (settings: GivenSettings, signal: NodeJS.Signals): Promise<Service> => {
    const servers = [await startServer({ ...settings, reusePort: true })];
    const [{ port }] = servers as [Server];
    return {
      port,
      servers,
      async replace() {
        const before = servers.at(-1) as Server;
        servers.push(await startServer({ ...settings, port, reusePort: true }));
        return before.stop(signal);
      },
      close: async () => void (await servers.at(-1)?.stop()),
    };
  },
} as const;

async function behindProxy(settings: GivenSettings, signal: NodeJS.Signals, isOverlapping: boolean): Promise<Service> {
  const proxy = await startProxy();
  const servers: Server[] = [];
  const startNext = async (): Promise<void> => {
    const server = await startServer(settings);
    servers.push(server);
    proxy.use(server.port);
  };
  await startNext();
  return {
    port: proxy.port,
    servers,
    async replace() {
      const before = servers.at(-1) as Server;
      if (isOverlapping) await startNext();
      const code = await before.stop(signal);
      if (!isOverlapping) await startNext();
      return code;
    },
    async close() {
      proxy.close();
      await servers.at(-1)?.stop();
    },
  };
}
