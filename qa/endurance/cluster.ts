import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// A cluster as docs/deployment.md shows it, with one process at a time. When its parent asks for it, another process takes its place: it starts, and
// when it listens, the one before is told to stop.

cluster.setupPrimary({ exec: fileURLToPath(new URL('server.ts', import.meta.url)), args: process.argv.slice(2) });
process.on('SIGTERM', () => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  // The channel to the parent would keep it.
  serving.once('exit', () => process.exit(0));
});

// Nobody is left behind when the run is broken off: the others end with this one.
process.once('disconnect', () => process.exit(1));
const first = await start();
let [serving] = first;
process.send?.({ port: first[1] });
process.on('message', async () => {
  const before = serving;
  [serving] = await start();
  const exited = once(before, 'exit');
  before.process.kill('SIGTERM');
  const [code] = await exited;
  process.send?.({ code });
});

// --- internal ---

async function start(): Promise<[worker: Worker, port: number]> {
  const worker = cluster.fork();
  const [{ port }] = await once(worker, 'listening');
  return [worker, port];
}
