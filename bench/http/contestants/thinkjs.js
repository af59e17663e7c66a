import cluster from 'node:cluster';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import conditional from 'koa-conditional-get';
import etag from 'koa-etag';
import Application from 'thinkjs';
import * as work from '../work.js';
import { buildThinkjs } from './shared/build-thinkjs.js';
import { announce, count } from './shared/listen.js';

const directory = fileURLToPath(new URL(`../generated/thinkjs-${count}`, import.meta.url));
if (cluster.isPrimary) {
  if (!existsSync(`${directory}/complete`)) {
    buildThinkjs(directory, count);
    writeFileSync(`${directory}/complete`, '');
  }
  process.env.PORT = String(await findPort());
  cluster.setupPrimary({ args: [String(count)] });
  cluster.on('listening', (_, { port }) => announce(port));
}
// It takes a number among the arguments for a port.
process.argv.length = 2;
// Files of ThinkJS are CommonJS: what is an ES module here comes to them by its global object.
globalThis.think.work = { ...work, conditional, etag };
new Application({ ROOT_PATH: directory, APP_PATH: `${directory}/src`, env: 'production' }).run();

// --- internal ---

/** Its default stands in the place of the port 0. */
async function findPort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
