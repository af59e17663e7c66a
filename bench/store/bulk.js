import { ask } from '../http/ask.js';
import { median } from '../http/measure.js';
import { launch } from '../http/server.js';
import { commandOf, contestants } from './contestants.js';
import { createDatabase, DATABASES } from './databases.js';
import { writeProject } from './project.js';

// A POST of 1,000 records to ours beside the raw statement with 1,000 rows: node bench/store/bulk.js [sqlite,postgres,mariadb], after a build.

const COUNT = 1000;
const ROUNDS = 15;
const WARM_UP = 8;
const MAX_RATIO = 2;
const BODY = Array.from({ length: COUNT }, (_, index) => ({
  title: `Number ${index}`,
  body: 'World, this is a text',
  views: index,
}));

const project = writeProject({ isBulk: true });
const results = [];
try {
  for (const database of process.argv[2]?.split(',') ?? DATABASES) results.push(await compare(database));
} finally {
  project.remove();
}
if (results.some(({ isMet }) => !isMet)) process.exitCode = 1;

// --- internal ---

async function compare(database) {
  const ours = contestants.find(({ isOurs }) => isOurs);
  const lanes = [];
  try {
    for (const contestant of [ours, { name: 'raw-bulk' }]) lanes.push(await open(database, contestant));
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const lane of lanes) {
        const time = await post(lane);
        if (round >= 0) lane.times.push(time);
      }
    }
  } finally {
    for (const { close } of lanes) await close();
  }
  const [own, raw] = lanes.map(({ times }) => median(times));
  const isMet = own <= MAX_RATIO * raw;
  console.log(
    `${isMet ? 'met   ' : 'MISSED'} ${database.padEnd(9)} ours ${own.toFixed(1)} ms, raw ${raw.toFixed(1)} ms, × ${(own / raw).toFixed(2)}`,
  );
  return { database, own, raw, isMet };
}

/** Milliseconds of one request. */
async function post({ server }) {
  const began = performance.now();
  const { status, body } = await ask(server.port, { method: 'POST', path: '/post', body: BODY });
  const milliseconds = performance.now() - began;
  const found = JSON.parse(body);
  if (status !== 201 || (found.length ?? found) !== COUNT) throw new Error(`${status} ${body.slice(0, 300)}`);
  return milliseconds;
}

async function open(database, contestant) {
  const name = contestant.name.replace('-', '_');
  const own = await createDatabase(database, `rest_gen_bench_${name}_${process.pid}`, project.migrations, COUNT);
  let server;
  try {
    server = await launch(name, commandOf(contestant, project, {}), { DATABASE_URL: own.url });
  } catch (error) {
    await own.drop();
    throw error;
  }
  const close = async () => {
    server.stop();
    await own.drop();
  };
  return { server, times: [], close };
}
