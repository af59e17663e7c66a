import { deepStrictEqual } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { findChecks } from './checks.js';
import { contestants } from './contestants.js';
import { findHabits } from './habits.js';
import { measureMatches } from './measure.js';
import { pathsFor, questions } from './paths.js';
import { writeReport } from './report.js';
import { measureShapes } from './shapes.js';
import { measureStart } from './start.js';

const COUNTS = [1, 10, 100, 1_000, 10_000];
const FORMS = ['path', 'regexp'];

const tables = FORMS.flatMap((form) => COUNTS.map((count) => measureTable(form, count)));
const results = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  machine: `${cpus().length} cores of ${cpus()[0].model}`,
  contestants: contestants.map((one) => ({
    name: one.name,
    version: one.version,
    remarks: one.remarks,
    ...findHabits(one),
  })),
  tables,
  start: FORMS.flatMap((form) => [1_000, 10_000].map((count) => measureStart(form, count))),
};
results.shapes = measureShapes(10_000);
results.checks = findChecks(results);
writeFileSync(new URL('./results.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`);
console.log(writeReport(results));
if (results.checks.some(({ met }) => !met)) process.exitCode = 1;

// --- internal ---

/** Times of all who have a form, for one number of rules. */
function measureTable(form, count) {
  const literals = Array.from({ length: count }, (_, at) => `/item${at}`);
  const lanes = [];
  const rows = [];
  for (const { name, [form]: make } of contestants) {
    const row = { name, times: {} };
    rows.push(row);
    if (make === undefined) row.reason = 'does not have this form';
    else {
      try {
        const matcher = make(literals);
        checkAnswers(matcher, count);
        lanes.push({ row, find: matcher.find });
      } catch (error) {
        row.reason = error.message.split('\n')[0];
      }
    }
  }
  for (const question of questions) {
    const paths = pathsFor(question, count).map(({ path }) => path);
    const times = measureMatches(
      lanes.map(({ find }) => find),
      paths,
    );
    for (const [index, { row }] of lanes.entries()) row.times[question] = times[index];
  }
  for (const { row } of lanes)
    row.mean = questions.reduce((sum, question) => sum + row.times[question], 0) / questions.length;
  console.error(`${form} ${count}: ${rows.map(({ name, mean }) => `${name} ${mean?.toFixed(0) ?? '–'}`).join(', ')}`);
  return { form, count, rows };
}

/** Everyone has to give the same route and parameters before anything is measured. */
function checkAnswers({ find, read }, count) {
  for (const question of questions) {
    for (const { path, expected } of pathsFor(question, count)) {
      const found = find(path);
      const [rule, params] = found ? read(found) : [];
      deepStrictEqual(found ? [rule, { ...params }] : undefined, expected, `another answer for ${path}`);
    }
  }
}
