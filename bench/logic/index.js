import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawChart } from './chart.js';
import { checkVerdicts, findOutput, refuses } from './check-verdicts.js';
import { findChecks } from './checks.js';
import { sets } from './input.js';
import { libraries, ours, plainAjv, validators } from './libraries.js';
import { measureAll } from './measure.js';
import { writeReport } from './report.js';

const README = new URL('../README.md', import.meta.url);
const CHART = new URL('./results.svg', import.meta.url);

for (const [name, set] of Object.entries(sets)) {
  for (const library of libraries) await checkVerdicts(library, library[validators[name]], set);
}
console.log(`${libraries.length} lanes give the expected verdicts`);

const tables = {};
for (const name of Object.keys(sets)) tables[name] = await measureSet(name);
const starts = [1, 2, 3].map(() => runAlone('compile.js'));
const start = starts.sort((one, other) => one.compile - other.compile)[1];
const lists = runAlone('list.js');
const find = (name) => tables.plain.rows.find(({ library }) => library.name === name).valid;
const times = { ours: tables.plain.ours.valid, ajv: tables.plain.ajv.valid, zod: find('zod') };
const checks = findChecks(times, start, lists);

writeFileSync(
  CHART,
  drawChart('Time of one validation, logarithmic scale: less is better', bars(), ['valid', 'invalid']),
);
const report = writeReport({ sets, tables, start, lists, checks });
writeFileSync(README, replaceBetween(readFileSync(README, 'utf8'), report));
console.log(report);
for (const { what, limit, figure, met } of checks) {
  console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${figure} (${limit})`);
}
if (checks.some(({ met }) => !met)) process.exitCode = 1;

// --- internal ---

/** Times of every library for a set, the fastest first; a value that a library does not judge as expected is not measured. */
async function measureSet(name) {
  const set = sets[name];
  const lanes = [];
  const rows = [];
  for (const library of libraries) {
    const validate = library[validators[name]];
    const row = { library, isOurs: library === ours, output: await findOutput(validate, set) };
    rows.push(row);
    lanes.push({ row, kind: 'valid', run: () => validate(set.valid) });
    if (await refuses(validate, set)) lanes.push({ row, kind: 'invalid', run: () => validate(set.invalid) });
  }
  const times = await measureAll(lanes.map(({ run }) => run));
  for (const [index, { row, kind }] of lanes.entries()) row[kind] = times[index];
  rows.sort((one, other) => one.valid - other.valid);
  const rowOf = (library) => rows.find((row) => row.library === library);
  return { rows, ours: rowOf(ours), ajv: rowOf(plainAjv) };
}

function bars() {
  return tables.plain.rows.map(({ library, isOurs, valid, invalid }) => ({
    name: library.name,
    isOurs,
    bars: [valid, invalid],
  }));
}

/** In a process of its own, so that nothing is warm and no other library is in memory. */
function runAlone(file) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [path], { encoding: 'utf8' }));
}

function replaceBetween(text, report) {
  const [begin, end] = ['<!-- begin of the run -->', '<!-- end of the run -->'];
  const [before, rest] = text.split(begin);
  const [, after] = rest.split(end);
  return `${before}${begin}\n\n${report}\n\n${end}${after}`;
}
