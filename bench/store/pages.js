// Whether a page costs more in a large table, and with an index that a migration did not make: node bench/store/pages.js [rows] [databases], after a build.
// Uses SQLite, and PostgreSQL and MariaDB where they listen on 127.0.0.1.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels } from '../../packages/model/dist/index.js';

const SMALL = 1_000;
const LARGE = Number(process.argv[2] ?? 1_000_000);
const WARM_UP = 20;
const ROUNDS = 100;
const MAX_RATIO = 1.3;
const MAX_TO_ID = 3;
const MIGRATION = `export const up = async (schema) => {
  await schema.createTable('post', (t) => {
    t.id();
    t.integer('views').notNull();
    t.integer('score');
    t.string('title', 40).notNull();
    t.integer('rating');
    for (const name of ['views', 'score', 'title']) t.index([name, 'id']);
  });
};
`;

/** Fills the table: 1 of 10 scores is null, and each number of views occurs about 10 times. */
const FILL = {
  sqlite: (rows) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) insert into post (views, score, title, rating)
     select (i * 7919) % (${rows} / 10), case when i % 10 = 0 then null else (i * 104729) % ${rows} end, 'title ' || ((i * 15485863) % ${rows}), case when i % 10 <> 0 then i % 1000 end from n`,
  postgres: (rows) =>
    `insert into post (views, score, title, rating) select (i * 7919) % (${rows} / 10), case when i % 10 = 0 then null else (i * 104729) % ${rows} end,
     'title ' || ((i * 15485863) % ${rows}), case when i % 10 <> 0 then i % 1000 end from generate_series(1, ${rows}::bigint) i`,
  mysql: (rows) =>
    `insert into post (views, score, title, rating) select (seq * 7919) % (${rows} / 10), if(seq % 10 = 0, null, (seq * 104729) % ${rows}),
     concat('title ', (seq * 15485863) % ${rows}), if(seq % 10 <> 0, seq % 1000, null) from seq_1_to_${rows}`,
};
const ANALYZE = { sqlite: 'analyze', postgres: 'analyze post', mysql: 'analyze table post' };

/** What is read: an order, a filter, and the share of the rows that are before the page. */
const LISTS = [
  ['-views, first page', '-views', {}, 0],
  ['-views, in the middle', '-views', {}, 0.5],
  ['views, in the middle', 'views', {}, 0.5],
  ['-views, views >= 10', '-views', { views: { gte: 10 } }, 0],
  ['-score, first page', '-score', {}, 0],
  ['-score, in the middle', '-score', {}, 0.5],
  ['-score, where it is null', '-score', {}, 0.95],
  ['score, in the middle', 'score', {}, 0.5],
  ['-score, score >= 10', '-score', { score: { gte: 10 } }, 0],
  ['title, in the middle', 'title', {}, 0.5],
];

/** Pages by a nullable column whose index is as any program makes it: an order, and the rows before the page. */
const ORDINARY = [
  ['-rating', 0],
  ['rating', 0],
  ['-rating', 40],
];

const folder = mkdtempSync(join(tmpdir(), 'rest-gen-pages-'));
writeFileSync(join(folder, '20260101000000_create_post.mjs'), MIGRATION);
let isMissed = false;
try {
  for (const kind of process.argv[3]?.split(',') ?? Object.keys(FILL)) await compare(kind);
} finally {
  rmSync(folder, { recursive: true });
}
if (isMissed) process.exitCode = 1;

// --- internal ---

async function compare(kind) {
  const stores = [];
  try {
    for (const rows of [SMALL, LARGE]) stores.push(await open(kind, rows));
    for (const [name, order, where, share] of LISTS) {
      const pages = await Promise.all(stores.map((store) => findPage(store, order, where, share)));
      const [small, large] = await measure(pages);
      const isMet = large <= MAX_RATIO * small;
      isMissed ||= !isMet;
      console.log(
        `${isMet ? 'met   ' : 'MISSED'} ${kind.padEnd(9)} ${name.padEnd(26)} ${small.toFixed(2)} → ${large.toFixed(2)} ms, × ${(large / small).toFixed(2)}`,
      );
    }
    const { models } = stores[1];
    const page = (order, offset) => models.model('post').order(order).offset(offset).limit(21);
    const [byId, ...others] = await measure([
      page('-id', 0),
      ...ORDINARY.map(([order, offset]) => page(order, offset)),
    ]);
    for (const [at, time] of others.entries()) {
      const isMet = time <= MAX_TO_ID * byId;
      isMissed ||= !isMet;
      const name = `${ORDINARY[at][0]}, offset ${ORDINARY[at][1]}`;
      console.log(
        `${isMet ? 'met   ' : 'MISSED'} ${kind.padEnd(9)} ${name.padEnd(26)} -id ${byId.toFixed(2)} → ${time.toFixed(2)} ms, × ${(time / byId).toFixed(2)}`,
      );
    }
  } catch (error) {
    if (stores.length > 0) throw error;
    console.log(`${kind} is left out: ${error.message}`);
  } finally {
    for (const { end } of stores) await end();
  }
}

async function open(kind, rows) {
  const name = `rest_gen_pages_${rows}_${process.pid}`;
  const file = join(folder, `${rows}`);
  const { url, admin } = {
    sqlite: { url: `sqlite:${file}/a.sqlite3` },
    postgres: {
      url: `postgres://postgres@127.0.0.1:5432/${name}`,
      admin: 'postgres://postgres@127.0.0.1:5432/postgres',
    },
    mysql: { url: `mysql://root@127.0.0.1:3306/${name}`, admin: 'mysql://root@127.0.0.1:3306/mysql' },
  }[kind];
  if (kind === 'sqlite') mkdirSync(file);
  else await query(admin, `create database ${name}`);
  const models = createModels(url, { migrations: folder, autoMigrate: false, connections: 1 });
  await models.migrate();
  await query(url, FILL[kind](rows));
  await query(url, 'create index post_rating on post (rating)');
  await query(url, ANALYZE[kind]);
  return {
    models,
    rows,
    end: async () => {
      await models.close();
      if (admin) await query(admin, `drop database ${name}`);
    },
  };
}

/** Run SQL beside the models. */
async function query(url, text) {
  const { protocol } = new URL(url);
  if (protocol === 'sqlite:') {
    const sqlite = await import('../../packages/model/node_modules/@photostructure/sqlite/dist/index.mjs');
    const database = new sqlite.DatabaseSync(url.slice('sqlite:'.length));
    database.exec(text);
    database.close();
  } else if (protocol === 'postgres:') {
    const { default: pg } = await import('../../packages/model/node_modules/pg/lib/index.js');
    const client = new pg.Client(url);
    await client.connect();
    await client.query(text);
    await client.end();
  } else {
    const { default: mysql } = await import('../../packages/model/node_modules/mysql2/promise.js');
    const connection = await mysql.createConnection(url);
    await connection.query(text);
    await connection.end();
  }
}

async function findPage({ models, rows }, order, where, share) {
  const list = models.model('post').where(where).order(order);
  const start = list.limit(1).offset(Math.floor(rows * share));
  const [row] = share === 0 ? [] : await start.select();
  return (row ? list.after(row) : list).limit(21);
}

/** Milliseconds of each page: the first quartile, in rounds that read all pages by turns. */
async function measure(pages) {
  const times = pages.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [at, page] of pages.entries()) {
      const began = performance.now();
      const found = await page.select();
      if (round >= 0) times[at].push(performance.now() - began);
      if (found.length !== 21) throw new Error(`${found.length} rows in place of 21`);
    }
  }
  return times.map((list) => list.toSorted((one, other) => one - other)[ROUNDS >> 2]);
}
