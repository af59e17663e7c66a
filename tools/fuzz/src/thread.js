// One thread of the fuzzer: makes inputs, runs the target, keeps what reaches something new.
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { gather, Seen } from './coverage.js';

const { target, file, seed, until, state, longest } = workerData;
const require = createRequire(import.meta.url);
Math.random = random(seed);

const { Corpus } = require('jsfuzz/build/src/corpus.js');
const { BuildVerse } = require('jsfuzz/build/src/versifier.js');
const { fuzz } = require(file);
const kept = fileURLToPath(new URL(`../generated/corpus/${target}`, import.meta.url));
const seeds = fileURLToPath(new URL(`../seeds/${target}`, import.meta.url));
mkdirSync(kept, { recursive: true });
const corpus = new Corpus([kept, ...(existsSync(seeds) ? [seeds] : [])], false);
const counters = gather(globalThis.__coverage__);
const seen = new Seen(counters);
const numbers = new Uint32Array(state, 0, 2);
const shown = new Uint8Array(state, 8);
const report = () =>
  parentPort.postMessage({
    executions: numbers[0],
    covered: seen.covered,
    counters: counters.length,
    corpus: corpus.getLength(),
  });

let verse = null;
let told = 0;
for (let turn = 1; ; turn++) {
  const made = turn % 10 === 0 && verse !== null ? verse.Rhyme() : corpus.generateInput();
  const input = made.subarray(0, longest);
  shown.set(input);
  numbers[1] = input.length;
  let problem;
  try {
    const pending = fuzz(Buffer.from(input));
    if (pending !== undefined) await pending;
  } catch (error) {
    problem = describe(error);
  }
  Atomics.add(numbers, 0, 1);
  if (problem !== undefined) parentPort.postMessage({ problem, input });
  if (seen.note(counters)) {
    corpus.putBuffer(Buffer.from(input));
    if (input.length > 0) verse = BuildVerse(verse, Buffer.from(input));
  }
  if (turn % 64 === 0 || turn === 1) {
    const now = Date.now();
    if (now >= until) break;
    if (now - told > 1_000) {
      told = now;
      report();
      // What is waiting, such as ended streams, goes.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
report();

/** The first lines, without what differs from input to input. */
function describe(error) {
  const [first = '', ...lines] = String(error?.stack ?? error).split('\n');
  const place = lines.find((line) => line.includes('/generated/'))?.trim() ?? '';
  return `${first.slice(0, 200).replace(/["'`].*/, '…')} ${place.replace(/\(.*\//, '(')}`;
}

/** Mulberry32. */
function random(from) {
  let now = from >>> 0;
  return () => {
    now = (now + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(now ^ (now >>> 15), now | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
