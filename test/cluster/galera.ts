import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Galera cluster of three nodes that `scripts/galera.sh` runs in a directory of its own. */
export class Galera {
  readonly #parent: string;
  /** Ports of the nodes, for clients. */
  readonly ports: readonly number[];

  private constructor(parent: string, ports: readonly number[]) {
    this.#parent = parent;
    this.ports = ports;
  }

  /** Start the nodes and wait until all are in step. */
  static async start(): Promise<Galera> {
    const parent = await mkdtemp(join(tmpdir(), 'rest-gen-cluster-'));
    try {
      const { nodes } = JSON.parse(await run(parent, ['start'])) as { nodes: { port: number }[] };
      return new Galera(
        parent,
        nodes.map(({ port }) => port),
      );
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      throw error;
    }
  }

  /** The address of the cluster, with the nodes in this order: 1, 2, 3. */
  url(...order: readonly number[]): string {
    return `mysql://root@${order.map((node) => `127.0.0.1:${this.ports[node - 1]}`).join()}/rest_gen`;
  }

  async kill(node: number): Promise<void> {
    await run(this.#parent, ['kill', String(node)]);
  }

  /** Start a node again and wait until it is in step. */
  async restart(node: number): Promise<void> {
    await run(this.#parent, ['restart', String(node)]);
  }

  /** What a node has written into its log. */
  log(node: number): Promise<string> {
    return readFile(join(this.#parent, 'galera', String(node), 'server.log'), 'utf8');
  }

  async stop(): Promise<void> {
    await run(this.#parent, ['stop']);
    await rm(this.#parent, { recursive: true, force: true });
  }
}

// --- internal ---

const script = fileURLToPath(new URL('../../scripts/galera.sh', import.meta.url));

async function run(parent: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, GALERA_DIR: join(parent, 'galera') };
  const child = spawn(script, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw Object.assign(new Error(`galera.sh ${args.join(' ')} ended with ${code}`), { exitCode: code });
  return printed;
}
