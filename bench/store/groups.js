// How long a request for groups takes beside a handler with the statement by hand: node bench/store/groups.js [rows], after a build. Uses PostgreSQL on
// 127.0.0.1; `bench/` need not be installed.

import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import express from 'express';
import pg from 'pg';
import { createModels } from '../../packages/model/dist/index.js';
import { Controller, createRestRouter } from '../../packages/router/dist/index.js';

const ROWS = Number(process.argv[2] ?? 100_000);
const PROJECTS = 50;
const WARM_UP = 50;
const ROUNDS = 200;
/** How many times the time of the handler by hand a request takes at most. */
const LIMIT = 1.3;
const SERVER = 'postgres://postgres@127.0.0.1:5432';
const NAME = `rest_gen_bench_groups_${process.pid}`;
const PATH = '/issue?group=project_id&count=true&sum=hours&hours[gte]=1&sort=-count,project_id&pageSize=20';
const STATEMENT = `select project_id, count(*)::int as count, sum(hours)::int as hours from issue where hours >= $1
  group by project_id order by count(*) desc, project_id limit 21`;

class Issue extends Controller {
  static aggregate = ['project_id', 'hours'];
  static declaresListQuery = true;
  getAction() {
    return this.list(this.model());
  }
}

const admin = new pg.Client(`${SERVER}/postgres`);
await admin.connect();
await admin.query(`create database ${NAME}`);
const pool = new pg.Pool({ connectionString: `${SERVER}/${NAME}` });
// The database is dropped while connections end.
pool.on('error', () => {});
process.env.NODE_ENV = 'production';
const models = createModels(`${SERVER}/${NAME}`);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const servers = [];
try {
  await pool.query('create table issue (id integer primary key, project_id integer not null, hours integer)');
  await pool.query(
    `insert into issue select i, (i * 7919) % ${PROJECTS}, (i * 104729) % 9 from generate_series(1, ${ROWS}::bigint) i`,
  );
  await pool.query('vacuum analyze issue');
  const rules = [['/issue/:id?', 'rest']];
  const ours = await listen(express().use(createRestRouter({ rules, controllers: { issue: Issue }, model: models })));
  const byHand = await listen(
    express().get('/issue', async ({ query }, res) => {
      const { rows } = await pool.query({ name: 'groups', text: STATEMENT, values: [Number(query['hours[gte]'])] });
      const groups = rows.slice(0, 20).map(({ hours, ...group }) => ({ ...group, sum: { hours } }));
      res.json(groups);
    }),
  );
  const [one, other] = [await ask(ours), await ask(byHand)];
  if (one.body !== other.body) throw new Error(`The answers differ:\n${one.body}\n${other.body}`);
  const times = { ours: [], byHand: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    // There and back: each is the first as often as the other.
    const both = [
      ['ours', ours],
      ['byHand', byHand],
    ];
    for (const [name, port] of round % 2 === 0 ? both : both.reverse()) {
      const { time } = await ask(port);
      if (round >= WARM_UP) times[name].push(time);
    }
  }
  const [mine, hand] = [median(times.ours), median(times.byHand)];
  const isMet = mine <= LIMIT * hand;
  console.log(
    `${isMet ? 'met   ' : 'MISSED'} ${ROWS} rows: ${mine.toFixed(2)} ms, by hand ${hand.toFixed(2)} ms, × ${(mine / hand).toFixed(2)} (at most ${LIMIT})`,
  );
  if (!isMet) process.exitCode = 1;
} finally {
  agent.destroy();
  for (const server of servers) server.close();
  await models.close();
  await pool.end();
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.end();
}

// --- internal ---

async function listen(app) {
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return server.address().port;
}

async function ask(port) {
  const begun = performance.now();
  const [response] = await once(get({ agent, host: '127.0.0.1', port, path: PATH }), 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (response.statusCode !== 200) throw new Error(body);
  return { body, time: performance.now() - begun };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
