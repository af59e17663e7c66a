import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from '@rest-gen/server';
import { listen } from '../../http/contestants/shared/listen.js';

// The built project of the generator, served as its `server.ts` serves it: node ours.js <project> [--after-transaction]

const [, , project, flag] = process.argv;
const load = (path) => import(pathToFileURL(join(project, 'dist', path)).href);
const { app, router } = await load('app.js');
await router.ready;
if (flag === '--after-transaction') {
  const { default: models } = await load('config/model.js');
  await models.transaction(() => models.model('post').limit(1).select());
}
listen(createServer(app));
