import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { check } from '../http/check.js';
import { startGenerator } from '../http/generator.js';
import { measureWork, median } from '../http/measure.js';
import { estimate } from './estimate.js';
import { LANES } from './guards.js';
import { timeRefusals } from './refusal.js';
import { startLane } from './start.js';

// What each guard costs: ours with all of them, and without each, in turn, in processes that are started anew for each sitting.

const text = { type: 'string' };
const { values } = parseArgs({ options: { sittings: text, rounds: text, seconds: text } });
const {
  sittings = 13,
  rounds = 12,
  seconds = 0.06,
} = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const LIMIT = 0.03;
const WORK = ['get', 'post'];

const names = Object.keys(LANES);
/** CPU time of a request in microseconds: for each kind of work and lane, one of each sitting. */
const times = Object.fromEntries(WORK.map((key) => [key, Object.fromEntries(names.map((name) => [name, []]))]));
let load = 0;
const refusals = [];
const generator = startGenerator();
try {
  for (let sitting = 0; sitting < sittings; sitting++) {
    await sit(sitting);
    // What is measured stays when the rest is broken off.
    save(sitting + 1);
  }
} finally {
  generator.stop();
}
for (const { what, limit, figure, met } of save(sittings)) {
  console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${figure} (${limit})`);
  if (!met) process.exitCode = 1;
}

// --- internal ---

async function sit(sitting) {
  const lanes = [];
  try {
    for (const name of names) lanes.push({ name, server: await startLane(name) });
    // The first of them has cooler caches: each sitting begins with another one.
    const first = sitting % lanes.length;
    const turned = [...lanes.slice(first), ...lanes.slice(0, first)];
    for (const lane of turned) {
      const { lengths, less } = await check(lane.server.port, 'item0');
      if (less.length > 0) throw new Error(`${lane.name}: ${less.join('; ')}`);
      lane.lengths = lengths;
    }
    // Of no lane: a program that has refused is not the same any more.
    const refusing = await startLane('with');
    lanes.push({ server: refusing });
    refusals.push(...(await timeRefusals(refusing.port, 200)));
    for (const key of WORK) {
      const measured = turned.map(({ server, lengths }) => ({ server, length: lengths[key] }));
      const rows = await measureWork(generator, measured, { key, name: 'item0' }, { rounds, seconds });
      for (const [index, { cpu }] of rows.entries()) times[key][turned[index].name].push(cpu);
    }
    load = Math.max(load, loadavg()[0]);
    console.log(
      `sitting ${sitting + 1} of ${sittings}: GET ${times.get.with.at(-1).toFixed(1)} us, load ${load.toFixed(1)}`,
    );
  } finally {
    for (const { server } of lanes) server.stop();
  }
}

/** @returns what had to be reached */
function save(finished) {
  const rows = names.slice(1).map((name) => {
    const costs = Object.fromEntries(WORK.map((key) => [key, costOf(times[key], name)]));
    return { name, words: LANES[name].words, isCut: LANES[name].cuts !== undefined, ...costs };
  });
  const results = {
    date: new Date().toISOString(),
    command: ['npx -y pnpm@10 bench guards', ...process.argv.slice(2)].join(' '),
    ...{ node: process.versions.node, machine: { cores: cpus().length, model: cpus()[0].model.trim() } },
    ...{ sittings: finished, rounds, seconds, load },
    cpu: { get: median(times.get.with), post: median(times.post.with) },
    times,
    rows,
    refusal: { count: refusals.length, median: median(refusals), most: Math.max(...refusals) },
    targets: findTargets(rows),
  };
  writeFileSync(new URL('./results.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
  return results.targets;
}

/**
 * How much more a request takes with all guards than in a lane, estimated from the sittings. The two programs that have all guards count as one,
 * but where they are compared.
 */
function costOf({ with: ours, again, ...others }, name) {
  return estimate(
    (others[name] ?? again).map((time, sitting) => {
      const base = name === 'again' ? ours[sitting] : (ours[sitting] + again[sitting]) / 2;
      return base / time - 1;
    }),
  );
}

function findTargets(rows) {
  const guards = rows.filter(({ name }) => name !== 'again' && name !== 'none');
  const worst = guards.toSorted((one, other) => highest(other) - highest(one))[0];
  const milliseconds = median(refusals);
  return [
    {
      what: `the guard that costs most (${worst.words})`,
      limit: '≤ 3 %',
      figure: `${(highest(worst) * 100).toFixed(1)} %`,
      met: highest(worst) <= LIMIT,
    },
    {
      what: 'from the head of a request whose body is too large to its answer, the body never sent',
      limit: '≤ 50 ms',
      figure: `${milliseconds.toFixed(2)} ms`,
      met: milliseconds <= 50,
    },
  ];
}

function highest({ get, post }) {
  return Math.max(get.middle, post.middle);
}
