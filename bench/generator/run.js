import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVersion } from '../logic/version.js';
import { lanes, writeProject } from './projects.js';

const ROUNDS = 15;
const LIMIT = 2.5;

// With certificates of one's own Node 20 takes 20 ms more to start, which would flatter everything that is compared with it.
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env;

const directory = mkdtempSync(join(tmpdir(), 'generator-'));
const samples = new Map(lanes.map(({ name }) => [name, []]));
const remarks = new Map();
try {
  // The first round fills the caches of the disk, and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const lane of lanes.filter(({ name }) => !remarks.has(name))) {
      const { milliseconds, remark } = measure(lane, join(directory, 'app'));
      if (remark !== undefined) remarks.set(lane.name, remark);
      else if (round > 0) samples.get(lane.name).push(milliseconds);
    }
  }
} finally {
  rmSync(directory, { recursive: true });
}
const bare = samples.get(lanes[0].name);
const rows = lanes.map(({ name, version, written }) => ({
  name,
  ...(version && { version: `${version} ${readVersion(version)}` }),
  files: Object.keys(written).length,
  ...(remarks.has(name) ? { remark: remarks.get(name) } : figures(samples.get(name))),
}));
const { ratio = Number.POSITIVE_INFINITY } = rows[1];
const target = {
  what: '`rest-gen controller post -r`, time to `node -e 0`',
  limit: `≤ ${LIMIT}×`,
  figure: `${ratio.toFixed(2)}×`,
  met: ratio <= LIMIT,
};
const results = {
  date: new Date().toISOString(),
  command: 'npx -y pnpm@10 bench generator',
  node: process.versions.node,
  rounds: ROUNDS,
  machine: { cores: cpus().length, model: cpus()[0].model.trim() },
  rows,
  targets: [target],
};
writeFileSync(new URL('./results.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
for (const { name, milliseconds, ratio: times, remark } of rows) {
  console.log(name.padEnd(38), remark ?? `${milliseconds.toFixed(0).padStart(6)} ms  ${times.toFixed(2).padStart(6)}×`);
}
console.log(`${target.met ? 'met   ' : 'MISSED'}  ${target.what}: ${target.figure} (${target.limit})`);
if (!target.met) process.exitCode = 1;

// --- internal ---

/** Run a lane once in a project of its own, and look whether it did its work. */
function measure(lane, project) {
  writeProject(project, lane);
  const begin = performance.now();
  const ran = spawnSync(process.execPath, lane.args, { cwd: project, env, encoding: 'utf8', timeout: 60_000 });
  const milliseconds = performance.now() - begin;
  const missing = Object.entries(lane.written).filter(([path, text]) => !holds(join(project, path), text));
  rmSync(project, { recursive: true });
  if (ran.status === 0 && missing.length === 0) return { milliseconds };
  const reason = ran.stderr.trim().split('\n').at(-1) || `${missing.map(([path]) => path).join(', ')} not written`;
  return { remark: `does not run here: ${reason}` };
}

function holds(path, text) {
  return existsSync(path) && readFileSync(path, 'utf8').includes(text);
}

/** Median time, and the median of the ratios of each round: the speed of a shared machine drifts between rounds. */
function figures(times) {
  return { milliseconds: median(times), ratio: median(times.map((time, round) => time / bare[round])) };
}

function median(list) {
  return list.toSorted((one, other) => one - other)[list.length >> 1];
}
