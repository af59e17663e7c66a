import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { SOURCE } from '../http/cpu.js';
import { startGenerator } from '../http/generator.js';
import { measureLanes } from '../http/measure.js';
import { launch, PINNED } from '../http/server.js';
import { render } from '../render.js';
import { commandOf, contestants } from './contestants.js';
import { createDatabase, reach } from './databases.js';
import { readOptions } from './options.js';
import { writeProject } from './project.js';
import { findTargets, printCell } from './report.js';
import { check, requestOf } from './requests.js';

// CPU time of a request that reads or writes a database, for rest-gen and for programs by hand: node bench/store/run.js, after a build. See `options.js`.

const options = readOptions(process.argv.slice(2));
const began = Date.now();
const chosen = contestants.filter(({ name }) => options.only.includes(name));
const project = writeProject();
const generator = startGenerator();
const figures = [];
const cells = [];
/** What a contestant leaves out, by its name. */
const remarks = {};
try {
  for (const database of options.databases) {
    const error = await reach(database);
    if (error !== undefined) console.log(`${database} is left out: ${error.message}`);
    else if (options.profile === undefined) await compare(database);
    else await profile(database);
  }
} finally {
  generator.stop();
  project.remove();
}
if (options.profile === undefined) await save();

// --- internal ---

async function save() {
  const results = {
    date: new Date(began).toISOString(),
    minutes: (Date.now() - began) / 60_000,
    command: ['node bench/store/run.js', ...process.argv.slice(2)].join(' '),
    node: process.versions.node,
    machine: { cores: cpus().length, model: cpus()[0].model.trim(), pinned: PINNED, cpuTime: SOURCE },
    options,
    contestants: chosen.map((one) => ({ ...one, less: remarks[one.name] })),
    cells,
    figures,
    targets: findTargets({ figures, cells }),
  };
  writeFileSync(new URL('./results.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
  if (options.isWritten) await render(['store']);
  for (const { what, limit, figure, met } of results.targets) {
    console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${figure} (${limit})`);
  }
  if (results.targets.some(({ met }) => !met)) process.exitCode = 1;
}

/** All contestants on one database: each has one of its own, with the same records. */
async function compare(database) {
  const lanes = [];
  try {
    for (const contestant of chosen) lanes.push(await open(database, contestant));
    for (const key of options.work) {
      const rows = await measureLanes(
        generator,
        lanes.map((lane) => toLane(lane, key)),
        options,
      );
      for (const [index, row] of rows.entries())
        figures.push({ database, work: key, name: chosen[index].name, ...row });
      cells.push({ database, work: key });
      printCell(figures, database, key, chosen);
    }
  } finally {
    for (const lane of lanes) await lane.close();
  }
}

/** Write a CPU profile of each contestant for each cell to the folder. */
async function profile(database) {
  mkdirSync(options.profile, { recursive: true });
  for (const key of options.work) {
    for (const contestant of chosen) {
      const name = `${database}-${key}-${contestant.name}.cpuprofile`;
      const flags = ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, `--cpu-prof-name=${name}`];
      const lane = await open(database, contestant, flags);
      try {
        const [{ cpu }] = await measureLanes(generator, [toLane(lane, key)], options);
        await lane.server.end();
        console.log(`${options.profile}/${name}: ${cpu.toFixed(1)} us a request while profiling`);
      } finally {
        await lane.close();
      }
    }
  }
}

function toLane({ contestant, server, lengths }, key) {
  return { server, request: requestOf(key, contestant, options.rows), length: lengths[key] };
}

/** A contestant on a new database, checked. */
async function open(database, contestant, flags) {
  const { name } = contestant;
  const own = await createDatabase(database, `rest_gen_bench_${name}_${process.pid}`, project.migrations, options.rows);
  let server;
  const close = async () => {
    server?.stop();
    await own.drop();
  };
  try {
    const command = commandOf(contestant, project, { ...options, flags });
    server = await launch(name, command, { DATABASE_URL: own.url });
    const { lengths, less } = await check(server.port, contestant, options.rows);
    remarks[name] = less;
    return { contestant, server, lengths, close };
  } catch (error) {
    await close();
    throw new Error(`${name} on ${database}: ${error.message}`, { cause: error });
  }
}
