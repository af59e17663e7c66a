import { fileURLToPath } from 'node:url';
// @ts-expect-error: a script has no declarations
import { startServer } from '../packed/start-server.js';
import { urlOf } from './galera.ts';

/** What `startServer` gives. */
export interface Server {
  readonly url: string;
  output(): string;
  stop(): Promise<void>;
}

/** The folder of the application's migrations. */
export const migrations: string = fileURLToPath(new URL('migrations', import.meta.url));

/**
 * Start two processes of the application; each begins with another node, and both migrate at the same time.
 *
 * @param ports - of the nodes 1, 2 and 3
 */
export async function startServers(ports: readonly number[]): Promise<Server[]> {
  const orders = [
    [1, 2, 3],
    [2, 3, 1],
  ];
  const starting = orders.map((order): Promise<Server> => {
    // Errors are expected, so they are not printed; what else a process has to say is none of them.
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: urlOf(ports, ...order),
      NODE_OPTIONS: '--import=./scripts/strip-types.js',
    };
    return startServer('qa/cluster/server.ts', { cwd: root, env });
  });
  const started = await Promise.allSettled(starting);
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed === undefined) return servers;
  await Promise.all(servers.map((server) => server.stop()));
  throw failed.reason;
}

/** They have nothing to say but their address. */
export function checkServers(servers: readonly Server[]): string[] {
  return servers
    .map((server) => server.output().replace(/^The application listens on .*\n/, ''))
    .filter((said) => said.trim() !== '')
    .map((said) => `a process of the application said: ${said}`);
}

// --- internal ---

const root = fileURLToPath(new URL('../..', import.meta.url));
