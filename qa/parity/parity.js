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
const chosen = (all, name = (one) => one) => {
  const found = all.filter((one) => positionals.includes(name(one)));
  return found.length > 0 ? found : all;
};
const places = chosen(APPLICATIONS, ({ name }) => name).flatMap((application) =>
  chosen(STORES).flatMap((store) =>
    MAJORS.filter((major) => values.express === undefined || String(major) === values.express).map((major) => ({
      application,
      store,
      major,
    })),
  ),
);
const shares = places.reduce((sum, { application }) => sum + application.share, 0);
const countOf = ({ application }) => Math.ceil((Number(values.requests) * application.share) / shares);

console.log(`SEED=${seed}, ${places.length} places`);
const after = await installThis();
const before = values.prove ? after : await installBefore(values.from);
const report = new Report({ isStrict: values.strict || values.prove });
const lie = values.prove ? createLie() : undefined;
const began = performance.now();
for (const [index, place] of places.entries()) await recordPlace(place, seed + index);
report.print();
console.log(`${((performance.now() - began) / 1_000).toFixed(1)} s, SEED=${seed}`);
if (values.prove) checkLies(lie, report);
else if (report.unexpected > 0) process.exitCode = 1;

// --- internal ---

/** @param {(typeof places)[number]} place @param {number} ownSeed */
async function recordPlace(place, ownSeed) {
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
      seed: ownSeed,
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
