import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask } from '../http/ask.js';
import { startGenerator } from '../http/generator.js';
import { measureLanes } from '../http/measure.js';
import { launch } from '../http/server.js';
import { createDatabase, DATABASES } from './databases.js';
import { writeProject } from './project.js';

// CPU time of a list of 20 records with related ones, ours beside statements by hand on Fastify:
// node bench/store/include.js [sqlite,postgres,mariadb], after a build. Also `--rounds 7`, `--requests 1500`, `--profile <folder>`, which measures ours alone.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, requests: { type: 'string' }, profile: { type: 'string' } },
});
const EFFORT = { rounds: Number(options.rounds ?? 7), requests: Number(options.requests ?? 1500), unmeasured: 1000 };
const POSTS = 10_000;
const AUTHORS = 1_000;
const COMMENTS = 5;
const REQUEST = { method: 'GET', path: '/post?include=author,comments' };

/** How many times the CPU time of the others ours takes at most. */
const LIMITS = { json: 1.3, batched: 1 };

const TIME = {
  sqlite: "'2026-01-01T12:00:00.000Z'",
  postgres: "'2026-01-01T12:00:00Z'",
  mariadb: "'2026-01-01 12:00:00'",
};
const NUMBERS = {
  sqlite: (count) =>
    `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`,
  postgres: (count) => `generate_series(1, ${count}) as n(i)`,
  mariadb: (count) => `(select seq as i from seq_1_to_${count}) as n`,
};

const project = writeProject({ hasRelations: true });
const generator = startGenerator();
let isMissed = false;
try {
  for (const database of positionals[0]?.split(',') ?? DATABASES) await compare(database);
} finally {
  generator.stop();
  project.remove();
}
if (isMissed) process.exitCode = 1;

// --- internal ---

async function compare(kind) {
  const database = await createDatabase(kind, `rest_gen_bench_include_${process.pid}`, project.migrations, POSTS);
  const servers = [];
  try {
    for (const text of fill(kind)) await database.query(text);
    const lanes = [];
    for (const [name, ...command] of contestants(kind)) {
      const server = await launch(name, [process.execPath, ...command], { DATABASE_URL: database.url });
      servers.push(server);
      lanes.push({ server, request: { ...REQUEST, status: 200 }, ...(await read(name, server)) });
    }
    for (const { body } of lanes)
      if (body !== lanes[0].body) throw new Error(`Answers differ:\n${lanes[0].body}\n${body}`);
    const results = await measureLanes(generator, lanes, EFFORT);
    if (options.profile) await servers[0].end();
    report(
      kind,
      results.map(({ cpu }) => cpu),
    );
  } finally {
    for (const server of servers) server.stop();
    await database.drop();
  }
}

function contestants(kind) {
  const file = (name) => fileURLToPath(new URL(`./contestants/${name}.js`, import.meta.url));
  const own = [file('ours'), project.directory];
  if (options.profile) {
    mkdirSync(options.profile, { recursive: true });
    const flags = ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, `--cpu-prof-name=${kind}.cpuprofile`];
    return [['ours', ...flags, ...own]];
  }
  return [['ours', ...own], ...Object.keys(LIMITS).map((way) => [way, file('fastify-include'), way])];
}

function fill(kind) {
  const time = TIME[kind];
  const numbers = NUMBERS[kind];
  return [
    `insert into author (id, name, created_at, updated_at) select i, concat('Author ', i), ${time}, ${time} from ${numbers(AUTHORS)}`,
    `update post set author_id = 1 + (id * 7919) % ${AUTHORS}`,
    `insert into comment (id, post_id, author_id, text, created_at, updated_at)
     select i, 1 + (i - 1) / ${COMMENTS}, 1 + (i * 7919) % ${AUTHORS}, concat('I think so too, said number ', i), ${time}, ${time}
     from ${numbers(POSTS * COMMENTS)}`,
    ...(kind === 'mariadb' ? ['analyze table author, post, comment'] : ['analyze']),
  ].map((text) => adapt(kind, text));
}

/** SQLite before 3.44 has no `concat`, and `/` of MariaDB gives fractions. */
function adapt(kind, text) {
  if (kind === 'sqlite') return text.replaceAll(/concat\(('[^']*'), i\)/g, '$1 || i');
  return kind === 'mariadb' ? text.replace('(i - 1) / ', '(i - 1) div ') : text;
}

/** The answer, with what all answers have. */
async function read(name, { port }) {
  const { status, body, headers, length } = await ask(port, REQUEST);
  if (status !== 200 || headers.etag === undefined) throw new Error(`${name}: ${status} ${body.slice(0, 300)}`);
  const posts = JSON.parse(body);
  const isWhole = posts.length === 20 && posts.every((post) => post.author?.name && post.comments.length === COMMENTS);
  if (!isWhole) throw new Error(`${name}: ${body.slice(0, 300)}`);
  return { body, length };
}

function report(kind, [ours, ...others]) {
  console.log(`${kind}: ours ${ours.toFixed(0)} us a request`);
  for (const [index, cpu] of others.entries()) {
    const [way, limit] = Object.entries(LIMITS)[index];
    const isMet = ours <= limit * cpu;
    isMissed ||= !isMet;
    console.log(
      `${isMet ? 'met   ' : 'MISSED'} ${way.padEnd(8)} ${cpu.toFixed(0)} us, × ${(ours / cpu).toFixed(2)} (at most ${limit})`,
    );
  }
}
