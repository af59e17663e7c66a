import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { render } from './render.js';

// Runs every comparison that is there, or the one that is named first, with the arguments behind it; then writes the page.

const PARTS = {
  http: ['http/run.js'],
  match: ['--expose-gc', 'match/index.js'],
  start: ['start/run.js'],
  answer: ['start/first-answer.js'],
  generator: ['generator/run.js'],
  guards: ['guards/run.js'],
  store: ['store/run.js'],
  logic: ['--expose-gc', 'logic/index.js'],
};

const [named, ...args] = process.argv.slice(2);
if (named !== undefined && !(named in PARTS)) {
  console.error(`There is no comparison "${named}"; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
for (const part of named === undefined ? Object.keys(PARTS) : [named]) run(part);
await render(named === undefined ? undefined : [named]);

// --- internal ---

/** A comparison that misses something fails the whole, and the next one runs all the same. */
function run(part) {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  if (!existsSync(`${cwd}/${PARTS[part].at(-1)}`)) return;
  console.log(`\n${part}`);
  const { status } = spawnSync(process.execPath, [...PARTS[part], ...args], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
