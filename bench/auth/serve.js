import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from '../../packages/server/dist/index.js';

// The built project of the generator, served as its `server.ts` serves it, with a user and posts: node serve.js <project>. It counts the
// statements that the driver of PostgreSQL runs, and answers with their number on request.

const [, , project] = process.argv;
// The directory of the migrations is found from here.
process.chdir(project);
const load = (path) => import(pathToFileURL(join(project, 'dist', path)).href);
let statements = 0;
countStatements();
const { default: models } = await load('config/model.js');
const { app, router } = await load('app.js');
// The flood comes from many networks.
app.set('trust proxy', true);
const { auth } = await load('auth.js');
await router.ready;
const id = await models.model('user').add({ email: 'ann@example.com', password: '-', verified_at: new Date() });
const post = await models.model('post').add({ title: 'Number 1', body: 'A text of a short note.', views: 7 });
const { token } = await auth.createSession(id);
const server = createServer(app);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ statements, cpu: user + system });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port, post, token }));

// --- internal ---

/** Of PostgreSQL: the methods of the driver of SQLite cannot be replaced. */
function countStatements() {
  const { prototype } = createRequire(new URL('../../packages/model/package.json', import.meta.url))('pg').Client;
  const { query } = prototype;
  prototype.query = function (...args) {
    statements += 1;
    return query.apply(this, args);
  };
}
