import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
// @ts-expect-error: a script has no declarations
import { startServer } from '../../scripts/start-server.js';
import { checkAnswers, checkStored } from './check.ts';
import type { Galera } from './galera.ts';
import { startLoad } from './load.ts';
import { readStored } from './read-stored.ts';
import { type Round, report } from './report.ts';

/**
 * Let two processes of an application write to a cluster of three nodes, while each of these is killed in turn and comes back.
 *
 * @returns what does not hold; each node is asked by itself
 */
export async function prove(galera: Galera, signal: AbortSignal): Promise<string[]> {
  const servers = await startServers(galera);
  try {
    const load = await startLoad(
      servers.map(({ url }) => url),
      signal,
    );
    const rounds: Round[] = [];
    try {
      for (const node of VICTIMS) {
        await sleep(CALM, undefined, { signal });
        rounds.push(await endAndBringBack(galera, node, signal));
      }
      await sleep(CALM, undefined, { signal });
    } finally {
      await load.stop();
    }
    const stored = await Promise.all([1, 2, 3].map((node) => readStored(galera.url(node))));
    console.log(report(load.ledger, rounds, stored));
    const kills = rounds.map(({ killed }) => killed);
    return [
      ...checkAnswers(load.ledger, kills),
      ...stored.flatMap((one, index) =>
        checkStored(load.ledger, one).map((problem) => `node ${index + 1}: ${problem}`),
      ),
      ...checkServers(servers),
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

// --- internal ---

/** Node 3 serves nobody at first, node 1 the first process, and node 2 both of them after that. */
const VICTIMS = [3, 1, 2];
/** Milliseconds. */
const CALM = 2_500;
const DOWN = 6_000;
/** What `startServer` gives. */
interface Server {
  readonly url: string;
  output(): string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each process begins with another node. Both migrate at the same time. */
async function startServers(galera: Galera): Promise<Server[]> {
  const orders = [
    [1, 2, 3],
    [2, 3, 1],
  ];
  const starting = orders.map((order): Promise<Server> => {
    // Errors are expected, so they are not printed; what else a process has to say is none of them.
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: galera.url(...order),
      NODE_OPTIONS: '--import=ts-blank-space/register',
    };
    return startServer('test/cluster/server.ts', { cwd: root, env });
  });
  const started = await Promise.allSettled(starting);
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed === undefined) return servers;
  await Promise.all(servers.map((server) => server.stop()));
  throw failed.reason;
}

async function endAndBringBack(galera: Galera, node: number, signal: AbortSignal): Promise<Round> {
  const killed = performance.now();
  await galera.kill(node);
  await sleep(DOWN, undefined, { signal });
  const before = (await galera.log(node)).length;
  const restarted = performance.now();
  await galera.restart(node);
  const log = (await galera.log(node)).slice(before);
  return { node, killed, restarted, synced: performance.now(), isIncremental: /Receiving IST: \d/.test(log) };
}

/** They have nothing to say but their address. */
function checkServers(servers: readonly Server[]): string[] {
  return servers
    .map((server) => server.output().replace(/^The application listens on .*\n/, ''))
    .filter((said) => said.trim() !== '')
    .map((said) => `a process of the application said: ${said}`);
}
