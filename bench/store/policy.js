import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask } from '../http/ask.js';
import { startGenerator } from '../http/generator.js';
import { measureLanes, median } from '../http/measure.js';
import { launch } from '../http/server.js';
import { createDatabase } from './databases.js';
import { writeProject } from './project.js';

// CPU time of a GET under the policy `read: (user) => ({ author_id: user.id })`, beside the same condition in the controller:
// node bench/store/policy.js [sqlite,postgres,mariadb], after a build. Also `--rounds 9`, `--requests 3000`, `--profile <folder>`, which measures the policy alone.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, requests: { type: 'string' }, profile: { type: 'string' } },
});
const EFFORT = { rounds: Number(options.rounds ?? 9), requests: Number(options.requests ?? 3000), unmeasured: 500 };
const POSTS = 10_000;
const OURS = fileURLToPath(new URL('./contestants/ours.js', import.meta.url));
const WORK = { 'GET one': '/post/1000', 'GET a list of 20': '/post' };

/** How many times the CPU time of the condition in the controller a policy takes at most. */
const LIMIT = 1.05;

const ways = options.profile ? ['policy'] : ['policy', 'controller'];
const projects = [];
const generator = startGenerator();
let isMissed = false;
try {
  for (const owned of ways) projects.push(writeProject({ owned }));
  for (const kind of positionals[0]?.split(',') ?? ['sqlite', 'postgres']) await compare(kind);
} finally {
  generator.stop();
  for (const project of projects) project.remove();
}
if (isMissed) process.exitCode = 1;

// --- internal ---

async function compare(kind) {
  const { migrations } = projects[0];
  const database = await createDatabase(kind, `rest_gen_bench_policy_${process.pid}`, migrations, POSTS);
  const servers = [];
  try {
    await database.query('update post set author_id = 1 + id % 2');
    for (const [index, { directory }] of projects.entries()) {
      const command = [process.execPath, ...flags(kind), OURS, directory];
      servers.push(await launch(ways[index], command, { DATABASE_URL: database.url }));
    }
    for (const [name, path] of Object.entries(WORK)) await measure(kind, name, { method: 'GET', path }, servers);
    if (options.profile) await servers[0].end();
  } finally {
    for (const server of servers) server.stop();
    await database.drop();
  }
}

function flags(kind) {
  if (options.profile === undefined) return [];
  mkdirSync(options.profile, { recursive: true });
  return ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, `--cpu-prof-name=${kind}.cpuprofile`];
}

async function measure(kind, name, request, servers) {
  const lanes = [];
  for (const server of servers) {
    const { status, body, length } = await ask(server.port, request);
    const records = [JSON.parse(body)].flat();
    if (status !== 200 || !records.every(({ author_id: owner }) => owner === 1)) throw new Error(`${name}: ${body}`);
    lanes.push({ server, request: { ...request, status: 200 }, body, length });
  }
  if (lanes.some(({ body }) => body !== lanes[0].body)) throw new Error(`${name}: the answers differ`);
  // There and back: each is the first as often as the other.
  const results = await measureLanes(generator, [...lanes, ...lanes.toReversed()], EFFORT);
  const [policy, controller] = lanes.map((_, at) => meansOf(results[at], results.at(-1 - at)));
  if (controller === undefined) return console.log(`${kind}, ${name}: ${median(policy).toFixed(1)} us a request`);
  // Of each round: what slows both down is in both.
  const ratio = median(policy.map((time, round) => time / controller[round]));
  const isMet = ratio <= LIMIT;
  isMissed ||= !isMet;
  console.log(
    `${isMet ? 'met   ' : 'MISSED'} ${kind.padEnd(8)} ${name.padEnd(16)} ${median(policy).toFixed(1)} us, in the controller ${median(controller).toFixed(1)} us, × ${ratio.toFixed(3)} (at most ${LIMIT})`,
  );
}

/** The means of both measurements of each round. */
function meansOf({ times }, other) {
  return times.map((time, round) => (time + other.times[round]) / 2);
}
