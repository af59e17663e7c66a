import { Worker } from 'node:worker_threads';

/**
 * Measure how long an expression takes on a text, in a thread that is terminated after the limit.
 *
 * @param limit - milliseconds
 * @returns milliseconds; `undefined` when it took longer than the limit
 */
export async function probeExpression(
  source: string,
  flags: string,
  text: string,
  limit: number,
): Promise<number | undefined> {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { source, flags, text }, execArgv: [] });
  const timer = setTimeout(() => void worker.terminate(), limit + TIME_TO_START);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', (time: number) => resolve(time > limit ? undefined : time));
      worker.once('error', reject);
      worker.once('exit', () => resolve(undefined));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

// --- internal ---

/** Maximum milliseconds to start a thread. */
const TIME_TO_START = 1_000;

const PROGRAM = `
  const { parentPort, workerData: { source, flags, text } } = require('node:worker_threads');
  const expression = new RegExp(source, flags);
  const begin = performance.now();
  expression.test(text);
  parentPort.postMessage(performance.now() - begin);
`;
