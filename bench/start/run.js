import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVersion } from '../logic/version.js';
import { writeProject } from './write-project.js';

const ROUNDS = 5;
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** What is started, in the order of a round. */
const PROGRAMS = {
  bare: ['bare', 0],
  hand: ['hand', 1000],
  project: ['project', 1000],
  rules1: ['rules', 1000],
  rules10: ['rules', 10_000],
};

// With certificates of one's own Node 20 takes longer to start, whatever it runs.
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...environment } = process.env;

// Beside the programs, so that the files of the project find the packages.
const directory = mkdtempSync(join(FOLDER, 'project-'));
const samples = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
try {
  writeProject(directory, 1000);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [kind, count]] of Object.entries(PROGRAMS)) samples[name].push(start(kind, count));
  }
} finally {
  rmSync(directory, { recursive: true });
}
const rows = Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, medians(list)]));
const perRule = (rows.rules10.heapUsed - rows.rules1.heapUsed) / 9000;
const results = {
  date: new Date().toISOString(),
  command: 'npx -y pnpm@10 bench start',
  ...{ node: process.versions.node, rounds: ROUNDS, machine: { cores: cpus().length, model: cpus()[0].model.trim() } },
  versions: { express: readVersion('express'), router: readVersion('@rest-gen/router') },
  rows,
  perRule,
  targets: findTargets(),
};
writeFileSync(new URL('./results.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
for (const { what, limit, figure, met } of results.targets) {
  console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${figure} (${limit})`);
}
if (results.targets.some(({ met }) => !met)) process.exitCode = 1;

// --- internal ---

function start(kind, count) {
  const args = ['--expose-gc', join(FOLDER, 'program.js'), kind, String(count), directory];
  const options = { encoding: 'utf8', env: { ...environment, NODE_ENV: 'production' } };
  return JSON.parse(execFileSync(process.execPath, args, options));
}

function medians(list) {
  const middle = (key) => list.map((one) => one[key]).toSorted((one, other) => one - other)[ROUNDS >> 1];
  return { milliseconds: middle('milliseconds'), cpu: middle('cpu'), rss: middle('rss'), heapUsed: middle('heapUsed') };
}

function findTargets() {
  const { bare, project } = rows;
  return [
    target(
      '1,000 controllers, logics and rules: more time than bare Express',
      project.milliseconds - bare.milliseconds,
      1000,
      'ms',
    ),
    target(
      '1,000 controllers, logics and rules: more memory than bare Express',
      (project.rss - bare.rss) / 2 ** 20,
      60,
      'MB',
    ),
    target('heap of a rule, from 1,000 rules to 10,000', perRule, 2048, 'bytes'),
  ];
}

function target(what, value, limit, unit) {
  const digits = value < 100 ? 1 : 0;
  return {
    what,
    limit: `< ${limit.toLocaleString('en-US')} ${unit}`,
    figure: `${value.toFixed(digits)} ${unit}`,
    met: value < limit,
  };
}
