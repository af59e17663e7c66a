import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Galera cluster of three nodes that `qa/cluster/galera.sh` runs in a directory of its own. */
export class Galera {
  readonly #directory: string;
  /** Ports of the nodes, for clients. */
  readonly ports: readonly number[];

  private constructor(directory: string, ports: readonly number[]) {
    this.#directory = directory;
    this.ports = ports;
  }

  /** Start the nodes and wait until all are in step. */
  static async start(): Promise<Galera> {
    // Made by the script: another user may have to enter it.
    const directory = join(tmpdir(), `rest-gen-galera-${randomUUID().slice(0, 8)}`);
    const { nodes } = JSON.parse(await run(directory, ['start'])) as { nodes: { port: number }[] };
    const ports = nodes.map(({ port }) => port);
    return new Galera(directory, ports);
  }

  /** The address of the cluster, with the nodes in this order: 1, 2, 3. */
  url(...order: readonly number[]): string {
    return urlOf(this.ports, ...order);
  }

  async kill(node: number): Promise<void> {
    await run(this.#directory, ['kill', String(node)]);
  }

  /** Start a node again and wait until it is in step. */
  async restart(node: number): Promise<void> {
    await run(this.#directory, ['restart', String(node)]);
  }

  /** What a node has written into its log. */
  log(node: number): Promise<string> {
    return readFile(join(this.#directory, String(node), 'server.log'), 'utf8');
  }

  async stop(): Promise<void> {
    await run(this.#directory, ['stop']);
  }
}

/** The address of the nodes behind some ports, in this order. */
export function urlOf(ports: readonly number[], ...order: readonly number[]): string {
  return `mysql://root@${order.map((node) => `127.0.0.1:${ports[node - 1]}`).join()}/rest_gen`;
}

// --- internal ---

const script = fileURLToPath(new URL('./galera.sh', import.meta.url));

async function run(directory: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, GALERA_DIR: directory };
  const child = spawn(script, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw Object.assign(new Error(`galera.sh ${args.join(' ')} ended with ${code}`), { exitCode: code });
  return printed;
}
