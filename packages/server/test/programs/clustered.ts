// A cluster of one process, which is told to stop; says what the first process has seen of it.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, gracefulShutdown } from '../../src/index.ts';

if (cluster.isPrimary) {
  const worker = cluster.fork();
  await once(worker, 'listening');
  const events: string[] = [];
  worker.once('disconnect', () => events.push('disconnect'));
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const [code] = await exited;
  process.stdout.write(JSON.stringify({ events, code, isVoluntary: worker.exitedAfterDisconnect }));
} else {
  const server = createServer((_req, res) => res.end());
  gracefulShutdown(server);
  server.listen(0, '127.0.0.1');
}
