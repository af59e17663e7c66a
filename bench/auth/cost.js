import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ask } from '../http/ask.js';
import { startGenerator } from '../http/generator.js';
import { measureLanes, median } from '../http/measure.js';
import { writeProject } from './project.js';
import { KINDS, startService } from './service.js';

// What being signed in costs: a GET of one record by nobody, and by a user with a session, as `Authorization: Bearer` and as a cookie. The same record of the
// same router: node bench/auth/cost.js [sqlite,postgres], after a build. Also `--rounds 15`, `--requests 3000`, `--profile <folder>`, which measures Bearer alone.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, requests: { type: 'string' }, profile: { type: 'string' } },
});
const EFFORT = { rounds: Number(options.rounds ?? 15), requests: Number(options.requests ?? 3000), unmeasured: 500 };

/** What a signed-in request takes more at most: microseconds of CPU time on SQLite, which is a part of the process; statements on PostgreSQL. */
const LIMITS = { sqlite: 25, postgres: 1 };

const project = writeProject();
const generator = startGenerator();
try {
  for (const kind of positionals[0]?.split(',') ?? KINDS) await compare(kind);
} finally {
  generator.stop();
  project.remove();
}

// --- internal ---

async function compare(kind) {
  if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });
  const flags = ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, `--cpu-prof-name=${kind}.cpuprofile`];
  const server = await startService(kind, project, options.profile === undefined ? {} : { flags });
  try {
    await measure(kind, server);
    if (options.profile !== undefined) return await server.end();
  } catch (error) {
    await server.stop();
    throw error;
  }
  await server.stop();
}

async function measure(kind, server) {
  const { token, post } = server;
  const ways = {
    nobody: {},
    Bearer: { Authorization: `Bearer ${token}` },
    cookie: { Cookie: `__Host-session=${token}` },
  };
  if (options.profile !== undefined) for (const way of ['nobody', 'cookie']) delete ways[way];
  const lanes = [];
  for (const [name, headers] of Object.entries(ways)) {
    const request = { method: 'GET', path: `/post/${post}`, headers };
    const { status, body, length } = await ask(server.port, request);
    if (status !== 200 || (lanes[0] && lanes[0].body !== body)) throw new Error(`${name}: ${status} ${body}`);
    lanes.push({
      name,
      server,
      request: { ...request, status },
      body,
      length,
      statements: await count(server, request),
    });
  }
  // There and back: each is the first as often as the other.
  const results = await measureLanes(generator, [...lanes, ...lanes.toReversed()], EFFORT);
  const [anonymous, ...others] = lanes.map(({ name, statements }, at) => ({
    name,
    statements,
    times: results[at].times.map((time, round) => (time + results.at(-1 - at).times[round]) / 2),
  }));
  console.log(`       ${kind.padEnd(8)} ${anonymous.name}: ${describe(kind, anonymous)}`);
  for (const way of others) report(kind, way, anonymous);
}

/** Of each round: what slows both down is in both. */
function report(kind, way, anonymous) {
  const more = median(way.times.map((time, round) => time - anonymous.times[round]));
  const ratio = median(way.times.map((time, round) => time / anonymous.times[round]));
  const statements = way.statements - anonymous.statements;
  const { most, what } = { sqlite: { most: more, what: 'us' }, postgres: { most: statements, what: 'statements' } }[
    kind
  ];
  const isMet = most <= LIMITS[kind];
  if (!isMet) process.exitCode = 1;
  console.log(
    `${isMet ? 'met   ' : 'MISSED'} ${kind.padEnd(8)} ${way.name}: ${describe(kind, way)}, ${more.toFixed(1)} us more, × ${ratio.toFixed(2)} (at most ${LIMITS[kind]} ${what} more)`,
  );
}

function describe(kind, { times, statements }) {
  const time = `${median(times).toFixed(1)} us`;
  return kind === 'sqlite' ? time : `${time}, ${statements} statements`;
}

/** Statements of one request, when everything that is done once is done. */
async function count(server, request) {
  const COUNTED = 100;
  const { statements: before } = await server.ask('statements');
  for (let at = 0; at < COUNTED; at += 1) await ask(server.port, request);
  const { statements: after } = await server.ask('statements');
  return (after - before) / COUNTED;
}
