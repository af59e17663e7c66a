// Records whether two versions answer alike: `qa parity [blog|blog-cjs|tracker|library …] [sqlite|postgres|mysql …]`. Options:
//   --from <commit>  the other version, by default 1.1.0; built once, then found in a cache
//   --requests <n>   altogether, by default 20,000
//   --express <4|5>  one major only
//   --strict         no difference is expected: for a refactoring, with `--from` the commit before it
//   --prove          this version against itself, with answers that are changed on purpose: each of them must be found
// SEED=<n> repeats a run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FIRST } from '../upgrade/versions.js';
import { APPLICATIONS, BEGIN, copyApplication } from './applications.js';
import { createDatabase, STORES } from './databases.js';
import { installBefore, installThis, MAJORS } from './installed.js';
import { checkLies, createLie } from './prove.js';
import { readDocument } from './read-document.js';
import { record } from './record.js';
import { Report } from './report.js';
import { Side } from './side.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: FIRST },
    requests: { type: 'string', default: '20000' },
    express: { type: 'string' },
    strict: { type: 'boolean', default: false },
    prove: { type: 'boolean', default: false },
  },
});
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
// Each place has requests of its own, whatever else a run chooses.
const all = APPLICATIONS.flatMap((application) =>
  STORES.flatMap((store) => MAJORS.map((major) => ({ application, store, major }))),
).map((place, index) => ({ ...place, seed: seed + index }));
const names = [APPLICATIONS.map(({ name }) => name), STORES];
const unknown = positionals.find((word) => !names.flat().includes(word));
if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${names.flat().join(', ')}`);
const [applications, stores] = names.map((list) => list.filter((name) => positionals.includes(name)));
const isChosen = (list, name) => list.length === 0 || list.includes(name);
const places = all.filter(
  ({ application, store, major }) =>
    isChosen(applications, application.name) &&
    isChosen(stores, store) &&
    (values.express === undefined || values.express === String(major)),
);
const shares = places.reduce((sum, { application }) => sum + application.share, 0);
const countOf = ({ application }) => Math.ceil((Number(values.requests) * application.share) / shares);

console.log(`SEED=${seed}, ${places.length} places`);
const after = await installThis();
const before = values.prove ? after : await installBefore(values.from);
const report = new Report({ isStrict: values.strict || values.prove });
const lie = values.prove ? createLie() : undefined;
const began = performance.now();
for (const place of places) await recordPlace(place);
report.print();
console.log(`${((performance.now() - began) / 1_000).toFixed(1)} s, SEED=${seed}`);
if (values.prove) checkLies(lie, report);
else if (report.unexpected > 0) process.exitCode = 1;

// --- internal ---

/** @param {(typeof places)[number]} place */
async function recordPlace(place) {
  const { application, store, major } = place;
  const name = `${application.name}, ${store}, Express ${major}`;
  const files = mkdtempSync(join(tmpdir(), 'rest-gen-parity-'));
  const opened = [];
  try {
    const document = await readDocument(application, join(before, 'express5'));
    const sides = await Promise.all(
      [before, after].map(async (version, at) => {
        const base = join(version, `express${major}`);
        const directory = join(base, `application-${process.pid}-${at}`);
        opened.push(() => rmSync(directory, { recursive: true, force: true }));
        copyApplication(application, directory);
        const { url, drop } = await createDatabase(base, store, files);
        opened.push(drop);
        const side = await Side.start(
          { base, directory, store, url, seed: application.seed, clock: BEGIN },
          application.env,
        );
        opened.push(() => side.stop());
        return side;
      }),
    );
    await record({
      sides,
      document,
      application,
      seed: place.seed,
      count: countOf(place),
      place: name,
      onAnswer: (request, answers) => report.addAnswers(name, request, answers),
      onDifference: (difference) => report.addDifference(difference),
      lie: lie?.for(name),
    });
  } finally {
    // The last that was opened is closed first: a process before its database.
    for (const close of opened.reverse()) await close();
    rmSync(files, { recursive: true, force: true });
  }
}
