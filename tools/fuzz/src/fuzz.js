import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Milliseconds that one input may take. */
const PATIENCE = 20_000;
/** Bytes of an input. */
const LONGEST = 1_024;

/**
 * Run a target with inputs that follow its coverage, for some seconds, and print the figures.
 *
 * The target runs in a thread of its own: an input that hangs it is a finding, too, and another thread goes on.
 *
 * @returns how many findings there are; their inputs are in `generated/findings`
 */
export async function fuzz(target, file, seconds, seed) {
  const until = Date.now() + seconds * 1_000;
  const findings = new Map();
  const sum = { executions: 0, covered: 0, counters: 0, corpus: 0 };
  const note = (problem, input) => {
    if (findings.has(problem)) return;
    findings.set(problem, keep(target, input));
    console.log(`${target}: ${problem}\n  ${findings.get(problem)}`);
  };
  for (let turn = 0; Date.now() < until; turn++) {
    const report = await runThread({ target, file, seed: seed + turn, until }, note);
    sum.executions += report.executions;
    for (const name of ['covered', 'counters', 'corpus']) sum[name] = Math.max(sum[name], report[name]);
  }
  const rate = Math.round(sum.executions / seconds);
  const share = ((sum.covered / sum.counters) * 100).toFixed(1);
  console.log(
    `${target}: ${sum.executions.toLocaleString('en')} executions in ${seconds} s (${rate}/s), ` +
      `${sum.covered} of ${sum.counters} statements, functions and branches (${share} %), ` +
      `${sum.corpus} inputs kept, ${findings.size} findings (seed ${seed})`,
  );
  return findings.size;
}

// --- internal ---

/** Run until the time is up, or an input hangs. */
function runThread(settings, note) {
  // The state is read while the thread hangs: executions, length of the input, the input.
  const state = new SharedArrayBuffer(8 + LONGEST);
  const numbers = new Uint32Array(state, 0, 2);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('thread.js', import.meta.url), {
      workerData: { ...settings, state, longest: LONGEST },
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    let last = { executions: 0, covered: 0, counters: 1, corpus: 0 };
    let before = -1;
    const watch = setInterval(() => {
      if (Atomics.load(numbers, 0) === before && last.executions > 0) {
        const input = Buffer.from(new Uint8Array(state, 8, numbers[1]));
        note(`an input takes more than ${PATIENCE} ms`, input);
        worker.terminate();
      }
      before = Atomics.load(numbers, 0);
    }, PATIENCE);
    worker.on('message', ({ problem, input, ...report }) => {
      if (problem === undefined) last = report;
      else note(problem, Buffer.from(input));
    });
    worker.on('error', (error) => {
      clearInterval(watch);
      reject(error);
    });
    worker.on('exit', () => {
      clearInterval(watch);
      resolve({ ...last, executions: Atomics.load(numbers, 0) });
    });
  });
}

function keep(target, input) {
  const folder = new URL('../generated/findings/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const name = `${target}-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`;
  const file = fileURLToPath(new URL(name, folder));
  writeFileSync(file, input);
  return file;
}
