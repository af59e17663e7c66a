import { once } from 'node:events';
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { LANES } from './guards.js';

// Ours without one of its guards: the contestant `ours-alone` of the comparison of servers, with the options and the code of a lane.

const { router, server, cuts = [] } = LANES[process.argv[3]];
const { port1, port2 } = new MessageChannel();
register('./cut.js', import.meta.url, { data: { cuts, port: port2 }, transferList: [port2] });
let count = 0;
port1.on('message', () => count++);

const { createRestRouter } = await import('@rest-gen/router');
const { createServer } = await import('@rest-gen/server');
const { count: resources, listen } = await import('../http/contestants/shared/listen.js');
const { routerOptions } = await import('../http/contestants/shared/ours.js');

while (count < cuts.length) await once(port1, 'message');
port1.close();
listen(createServer(createRestRouter({ ...routerOptions(resources), ...router }), server));
