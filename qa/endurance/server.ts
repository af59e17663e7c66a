import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, gracefulShutdown } from '@rest-gen/server';
import { openApplication } from './application.ts';
import { countListeners, measure } from './measure.ts';
import type { Asked, Settings } from './start-server.ts';

// One process of the application. It is told how to serve by its first argument, says its port over the channel to its parent, and answers there
// what it is asked of itself.

const { way, database, timeout, limits, delay, port, reusePort, leaks } = JSON.parse(
  process.argv[2] as string,
) as Settings;

const warnings: string[] = [];
process.on('warning', (warning) => warnings.push(String(warning)));

const { app, router, models } = await openApplication(database, timeout);
const server: Server =
  way === 'app.listen'
    ? app.listen(port, '127.0.0.1')
    : // Older versions of Node refuse to know `reusePort`.
      createServer(app, limits).listen({ port, host: '127.0.0.1', ...(reusePort && { reusePort }) });
gracefulShutdown(server, { delay, close: [router, models] });

/** What a forgetful middleware would keep of each request: to see that the runs notice it. */
const forgotten: object[] = [];
if (leaks === 'memory') server.on('request', () => forgotten.push(new Array(128).fill(0)));
if (leaks === 'listeners') {
  process.setMaxListeners(Number.POSITIVE_INFINITY);
  server.on('request', () => process.on('exit', () => undefined));
}

// Nobody is left behind when the run is broken off; in a cluster Node sees to it.
if (!cluster.isWorker) process.once('disconnect', () => process.exit(1));
server.once('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', async (asked: Asked) => {
  const connections = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  if (asked === 'connections') process.send?.({ connections });
  else
    process.send?.({ ...(await measure()), connections, listeners: countListeners([process, server, app]), warnings });
});
