import { rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { check } from './check.js';
import { contestants } from './contestants.js';
import { SOURCE } from './cpu.js';
import { findNode } from './find-node.js';
import { startGenerator } from './generator.js';
import { measureWork } from './measure.js';
import { readOptions } from './options.js';
import { PINNED, startServer } from './server.js';
import { findTargets } from './targets.js';

const options = readOptions(process.argv.slice(2));
const began = Date.now();
const chosen = contestants.filter(({ name }) => options.only?.includes(name) ?? true).filter(canMeasure);
// Ticks of 10 ms want long rounds.
const seconds = options.seconds ?? (SOURCE.includes('nanoseconds') ? 0.25 : 1.5);
rmSync(new URL('./generated/', import.meta.url), { recursive: true, force: true });

const generator = startGenerator();
const remarks = {};
const figures = [];
/** The most that all servers together take while nobody asks, in percent of a core. */
let idle = 0;
/** The most that the run has seen of the machine's load of five minutes. */
let load = 0;
const nodes = [];
for (const [index, major] of options.nodes.entries()) {
  const { path, version } = findNode(major);
  nodes.push(version);
  const isFirst = index === 0;
  const work = isFirst ? options.work : options.work.filter((key) => key === 'get' || key === 'post');
  const some = isFirst ? chosen : chosen.filter(({ isExtra }) => !isExtra);
  for (const count of isFirst ? options.resources : [1]) {
    await measureAll(some, { path, version }, count, work);
    // What is measured stays when the rest is broken off.
    load = Math.max(load, loadavg()[1]);
    save(false);
  }
}
generator.stop();
const targets = save(true);
for (const { what, limit, figure, met } of targets) {
  console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${figure} (${limit})`);
}
if (targets.some(({ met }) => !met)) process.exitCode = 1;

// --- internal ---

/** Without /proc only one process can say its time, and ThinkJS has two. */
function canMeasure({ name }) {
  return name !== 'thinkjs' || SOURCE.startsWith('/proc');
}

/** All contestants on one Node with one number of resources: start them, check them, measure them. */
async function measureAll(some, { path, version }, count, work) {
  const lanes = [];
  try {
    for (const contestant of some) lanes.push({ contestant, server: await startServer(contestant, path, count) });
    const name = `item${count - 1}`;
    for (const lane of lanes) {
      const { lengths, ...found } = await check(lane.server.port, name);
      lane.lengths = lengths;
      note(lane.contestant.name, found);
    }
    const now = await measureIdle(lanes);
    idle = Math.max(idle, now);
    console.log(
      `Node ${version}, ${count} resources: ${lanes.length} contestants, together idle ${now.toFixed(2)} % of a core`,
    );
    for (const key of work)
      await measureOne(
        lanes.filter(({ lengths }) => lengths[key] !== undefined),
        key,
        name,
      );
  } finally {
    for (const { server } of lanes) server.stop();
  }

  async function measureOne(able, key, name) {
    const measured = able.map(({ server, lengths }) => ({ server, length: lengths[key] }));
    const rows = await measureWork(generator, measured, { key, name }, { rounds: options.rounds, seconds });
    for (const [index, row] of rows.entries()) {
      const { contestant } = able[index];
      figures.push({ node: version, count, work: key, name: contestant.name, ...row });
      const cells = [
        row.cpu.toFixed(1).padStart(8),
        'us',
        row.rate.toFixed(0).padStart(7),
        'a second',
        `±${row.spread.toFixed(1)}`,
      ];
      console.log(`  ${key.padEnd(5)} ${contestant.name.padEnd(24)} ${cells.join(' ')}`);
    }
  }
}

/** Write what there is so far. @returns the targets */
function save(finished) {
  const find = (name, key, count) =>
    figures.find((one) => one.node === nodes[0] && one.name === name && one.work === key && one.count === count)?.cpu;
  // A comparison that is won by doing less is none.
  const omitted = chosen.filter(({ isOurs }) => isOurs).flatMap(({ name }) => remarks[name].less);
  const targets = findTargets(find, omitted);
  const measured = options.resources.filter((count) => figures.some((one) => one.count === count));
  const results = {
    date: new Date(began).toISOString(),
    minutes: (Date.now() - began) / 60_000,
    command: ['npx -y pnpm@10 bench http', ...process.argv.slice(2)].join(' '),
    machine: { cores: cpus().length, model: cpus()[0].model.trim(), pinned: PINNED, cpuTime: SOURCE },
    ...{ finished, whole: options.whole, quick: options.quick },
    ...{
      rounds: options.rounds,
      seconds,
      nodes,
      resources: measured.toSorted((one, other) => one - other),
      work: options.work,
    },
    contestants: chosen.map((one) => ({ ...one, ...remarks[one.name] })),
    idle,
    load,
    figures,
    targets,
  };
  writeFileSync(new URL('./results.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
  return targets;
}

/** What a check has found on any Node, with any number of resources. */
function note(name, { less, more }) {
  const known = remarks[name] ?? { less: [], more: [] };
  remarks[name] = { less: [...new Set([...known.less, ...less])], more: [...new Set([...known.more, ...more])] };
}

/** The CPU time of all servers together while nobody asks, in percent of a core. */
async function measureIdle(lanes) {
  const read = () => Promise.all(lanes.map(({ server }) => server.readCpu()));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const after = await read();
  return after.reduce((sum, time, index) => sum + time - before[index], 0) / 10_000;
}
