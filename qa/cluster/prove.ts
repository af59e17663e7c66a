import { setTimeout as sleep } from 'node:timers/promises';
import { createModels } from '@rest-gen/model';
import { type TcpProxy, tcpProxy } from '../../test/stores/tcp-proxy.ts';
import { checkServers, migrations, startServers } from './application.ts';
import { checkAnswers, checkStored, type Trouble } from './check.ts';
import type { Galera } from './galera.ts';
import { startLoad } from './load.ts';
import { readStored } from './read-stored.ts';
import { type Round, report } from './report.ts';

/**
 * Let two processes of an application write to a cluster of three nodes: while each node is killed in turn and comes back, and while all connections are
 * cut many times, so that many writes are done and their answers are lost.
 *
 * @returns what does not hold; each node is asked by itself
 */
export async function prove(galera: Galera, signal: AbortSignal): Promise<string[]> {
  const lossOfNodes = await write(galera, galera.ports, signal, async (rounds) => {
    for (const node of VICTIMS) {
      await sleep(CALM, undefined, { signal });
      rounds.push(await endAndBringBack(galera, node, signal));
    }
    await sleep(CALM, undefined, { signal });
    return rounds.flatMap(troublesOf);
  });
  const models = createModels(galera.url(1, 2, 3), { migrations });
  await models.migrateFresh();
  await models.close();
  const proxies = await Promise.all(galera.ports.map((port) => tcpProxy(port)));
  try {
    const ports = proxies.map(({ port }) => port);
    const lossOfConnections = await write(galera, ports, signal, () => cutAgainAndAgain(proxies, signal));
    return [...lossOfNodes, ...lossOfConnections];
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.close()));
  }
}

// --- internal ---

/** Node 3 serves nobody at first, node 1 the first process, and node 2 both of them after that. */
const VICTIMS = [3, 1, 2];
/** Milliseconds. */
const CALM = 2_500;
const DOWN = 6_000;
const CUTS = 30;

/** @param trouble - happens meanwhile; gives the times at which errors are allowed */
async function write(
  galera: Galera,
  ports: readonly number[],
  signal: AbortSignal,
  trouble: (rounds: Round[]) => Promise<Trouble[]>,
): Promise<string[]> {
  const servers = await startServers(ports);
  try {
    const load = await startLoad(
      servers.map(({ url }) => url),
      signal,
    );
    const rounds: Round[] = [];
    let troubles: Trouble[];
    try {
      troubles = await trouble(rounds);
    } finally {
      await load.stop();
    }
    const stored = await Promise.all([1, 2, 3].map((node) => readStored(galera.url(node))));
    console.log(report(load.ledger, rounds, stored));
    const ofNodes = stored.flatMap((one, index) =>
      checkStored(load.ledger, one).map((problem) => `node ${index + 1}: ${problem}`),
    );
    return [...checkAnswers(load.ledger, troubles), ...ofNodes, ...checkServers(servers)];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function cutAgainAndAgain(proxies: readonly TcpProxy[], signal: AbortSignal): Promise<Trouble[]> {
  const troubles: Trouble[] = [];
  await sleep(CALM, undefined, { signal });
  for (let cut = 0; cut < CUTS; cut += 1) {
    const now = performance.now();
    troubles.push({ what: 'the connections were cut', from: now, until: now });
    for (const proxy of proxies) proxy.cut();
    // Never at the same point of a round of the clients.
    await sleep(150 + Math.random() * 100, undefined, { signal });
  }
  await sleep(CALM, undefined, { signal });
  return troubles;
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

/** A node that comes back changes the group once more: on a machine that is short of time its members wait for each other. */
function troublesOf({ node, killed, restarted, synced }: Round): Trouble[] {
  return [
    { what: `node ${node} was ended`, from: killed, until: killed },
    { what: `node ${node} came back`, from: restarted, until: synced },
  ];
}
