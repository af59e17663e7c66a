import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { check } from '../http/check.js';
import { startGenerator } from '../http/generator.js';
import { measureWork, median } from '../http/measure.js';
import { estimate } from './estimate.js';
import { GUARDS, LANES } from './guards.js';
import { timeRefusals } from './refusal.js';
import { startLane } from './start.js';

// What each guard costs: ours with all of them, and without each, in turn, in processes that are started anew for each sitting.

const names = Object.keys(LANES);
const text = { type: 'string' };
const { values } = parseArgs({ options: { sittings: text, rounds: text, seconds: text } });
const {
  // One for each place in the order.
  sittings = names.length,
  rounds = 8,
  seconds = 0.06,
} = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const LIMIT = 0.03;
/** Seconds of CPU time before the first round: with less, some programs are compiled anew within the first ones. */
const WARM_UP = 1;
const WORK = ['get', 'post'];

/** CPU time of a request in microseconds: for each kind of work and lane, those of all rounds of each sitting. */
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
    // Who starts first waits longest, and has cooler caches: each sitting begins with another one.
    const first = sitting % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      lanes.push({ name, server: await startLane(name) });
    }
    for (const lane of lanes) {
      const { lengths, less } = await check(lane.server.port, 'item0');
      if (less.length > 0) throw new Error(`${lane.name}: ${less.join('; ')}`);
      lane.lengths = lengths;
    }
    // Of no lane: a program that has refused is not the same any more.
    const refusing = await startLane('with');
    refusals.push(...(await timeRefusals(refusing.port, 200).finally(() => refusing.stop())));
    for (const key of WORK) {
      const measured = lanes.map(({ server, lengths }) => ({ server, length: lengths[key] }));
      const rows = await measureWork(generator, measured, { key, name: 'item0' }, { rounds, seconds, warmUp: WARM_UP });
      for (const [index, row] of rows.entries()) times[key][lanes[index].name].push(row.times);
    }
    load = Math.max(load, loadavg()[0]);
    console.log(
      `sitting ${sitting + 1} of ${sittings}: GET ${median(times.get.with.at(-1)).toFixed(1)} us, load ${load.toFixed(1)}`,
    );
  } finally {
    for (const { server } of lanes) server.stop();
  }
}

/** @returns what had to be reached */
function save(finished) {
  const rows = ['again', ...Object.keys(GUARDS), 'none'].map((name) => {
    const costs = Object.fromEntries(WORK.map((key) => [key, costOf(times[key], name)]));
    return { name, words: LANES[name].words, isCut: LANES[name].cuts !== undefined, ...costs };
  });
  const results = {
    date: new Date().toISOString(),
    command: ['npx -y pnpm@10 bench guards', ...process.argv.slice(2)].join(' '),
    ...{ node: process.versions.node, machine: { cores: cpus().length, model: cpus()[0].model.trim() } },
    ...{ sittings: finished, rounds, seconds, load },
    cpu: { get: median(times.get.with.flat()), post: median(times.post.with.flat()) },
    medians: mapValues(times, (lanes) => mapValues(lanes, (sittings) => sittings.map(median))),
    rows,
    refusal: { count: refusals.length, median: median(refusals), most: Math.max(...refusals) },
    targets: findTargets(rows),
  };
  writeFileSync(new URL('./results.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
  return results.targets;
}

/**
 * How much more a request takes with all guards than in a lane, estimated from the sittings: of each the median of its rounds, since the machine is faster in one
 * round than in another. The two programs that have all guards count as one, but where they are compared.
 */
function costOf({ with: ours, again, ...others }, name) {
  return estimate(
    (others[name] ?? again).map((rounds, sitting) =>
      median(
        rounds.flatMap((time, round) => {
          const bases = name === 'again' ? [ours] : [ours, again];
          return bases.map((base) => base[sitting][round] / time - 1);
        }),
      ),
    ),
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

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
