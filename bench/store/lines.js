// Whether clients that read a list as lines hold up other requests: node bench/store/lines.js [rows], after a build. A table on SQLite, three processes.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROWS = 1_000_000;
const READERS = [0, 1, 3];
const SECONDS = 10;
/** Milliseconds from one probe to the next. */
const PAUSE = 5;
/** Milliseconds. */
const MAX_P99 = 100;
const MIGRATION = `export const up = (schema) => schema.createTable('post', (t) => {
  t.id();
  t.string('title', 40).notNull();
  t.integer('views').notNull();
});
`;

const [kind, ...given] = process.argv.slice(2);
if (kind === '--server') await serve(...given);
else if (kind === '--reader') read(...given.map(Number));
else await compare(Number(kind ?? ROWS));

// --- internal ---

async function compare(rows) {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-lines-'));
  writeFileSync(join(folder, '20260101000000_create_post.mjs'), MIGRATION);
  const server = start('--server', folder, rows);
  try {
    const [{ port }] = await once(server, 'message');
    for (const readers of READERS) {
      const reader = readers > 0 && start('--reader', port, readers);
      if (reader) await once(reader, 'message');
      const times = (await probe(port)).toSorted((one, other) => one - other);
      if (reader) {
        reader.kill();
        await once(reader, 'exit');
      }
      const at = (share) => times[Math.floor(times.length * share)];
      const isMet = at(0.99) < MAX_P99;
      if (!isMet) process.exitCode = 1;
      const figures = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ${times.length} probes`;
      console.log(`${isMet ? 'met   ' : 'MISSED'} GET /live with ${readers} readers of ${rows} lines: ${figures}`);
    }
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
}

function start(...args) {
  return fork(fileURLToPath(import.meta.url), args.map(String), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

async function serve(folder, rows) {
  const { Controller, createRestRouter } = await import('../../packages/router/dist/index.js');
  const { createModels } = await import('../../packages/model/dist/index.js');
  const { createServer, live } = await import('../../packages/server/dist/index.js');
  const models = createModels(`sqlite:${folder}/a.sqlite3`, { migrations: folder });
  await models.migrate();
  const titles = Array.from({ length: 1_000 }, (_, at) => ({ title: `A title of post ${at}`, views: at }));
  await models.transaction(async (transaction) => {
    for (let count = 0; count < rows; count += titles.length) await transaction.model('post').insertMany(titles);
  });
  class Post extends Controller {
    getAction() {
      return this.list(this.model());
    }
  }
  const router = createRestRouter({ rules: [['/post', 'rest']], controllers: { post: Post }, model: models });
  await router.ready;
  const probe = live();
  const server = createServer((req, res) => (req.url === '/live' ? probe(req, res) : router(req, res)));
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
}

/** Clients that request all lines, again and again, as fast as the server sends them. */
function read(port, readers) {
  let begun = 0;
  const ask = (isFirst) => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /post HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\nConnection: close\r\n\r\n');
    if (isFirst) socket.once('data', () => ++begun === readers && process.send({ begun }));
    socket.resume().once('close', () => ask(false));
  };
  for (let count = 0; count < readers; count++) ask(true);
}

/** Milliseconds of each probe. */
async function probe(port) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const began = performance.now();
    const [answer] = await once(get({ host: '127.0.0.1', port, path: '/live', agent }), 'response');
    answer.resume();
    await once(answer, 'end');
    times.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  agent.destroy();
  return times;
}
