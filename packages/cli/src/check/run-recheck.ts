import { Worker } from 'node:worker_threads';
import type { CheckedExpression, Finding } from '@rest-gen/router/inspect';

/** The part of `recheck` (npm) that is used, if the project has it. */
interface Recheck {
  check(source: string, flags: string, options: { timeout: number }): Promise<Result>;
}

interface Result {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  /** `pattern` is a short form of the text. */
  readonly attack?: { readonly string: string; readonly pattern: string };
}

/**
 * Check expressions with `recheck`, and measure the slow ones on a path of the maximum length.
 *
 * @param host - loads packages of the project; without `recheck` there are no findings
 */
export async function runRecheck(
  expressions: readonly CheckedExpression[],
  file: string | undefined,
  host: { load<T>(name: string): Promise<T> },
): Promise<Finding[]> {
  if (expressions.length === 0) return [];
  const recheck = await host.load<Recheck>('recheck').catch(() => undefined);
  const results = new Map<string, Finding | undefined>();
  const findings: Finding[] = [];
  for (const { source, flags, rule } of recheck === undefined ? [] : expressions) {
    const key = `/${source}/${flags}`;
    if (!results.has(key)) results.set(key, await checkOne(source, flags, recheck as Recheck));
    const finding = results.get(key);
    if (finding) findings.push({ ...finding, file, rule });
  }
  return findings;
}

// --- internal ---

/** Default of `limits.path`, in characters. */
const LONGEST_PATH = 2048;
/** Milliseconds. */
const TIME_TO_CHECK = 2_000;
const TIME_TO_MATCH = 1_000;
const SLOW = 100;

async function checkOne(source: string, flags: string, recheck: Recheck): Promise<Finding | undefined> {
  const { status, attack, complexity } = await recheck.check(source, flags, { timeout: TIME_TO_CHECK });
  if (status !== 'vulnerable' || attack === undefined) return undefined;
  const time = await measureMatch(source, flags, attack.string.slice(0, LONGEST_PATH), TIME_TO_MATCH);
  const took = time === undefined ? `more than ${TIME_TO_MATCH}` : `${Math.round(time)}`;
  return {
    code: 'C_RULE_SLOW',
    level: time === undefined || time >= SLOW ? 'warning' : 'note',
    message: `recheck finds the expression ${complexity?.summary ?? 'slow'}, for example on ${attack.pattern}; a path of ${LONGEST_PATH} characters took ${took} ms`,
    file: undefined,
    hint: 'Rewrite it so that a text can match in one way only; repeated groups must not overlap.',
  };
}

/**
 * Measure how long an expression takes on a text, in a thread that is terminated after the limit.
 *
 * @param limit - milliseconds
 * @returns milliseconds; `undefined` when it took longer than the limit
 */
async function measureMatch(source: string, flags: string, text: string, limit: number): Promise<number | undefined> {
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

/** Maximum milliseconds to start a thread. */
const TIME_TO_START = 1_000;

const PROGRAM = `
  const { parentPort, workerData: { source, flags, text } } = require('node:worker_threads');
  const expression = new RegExp(source, flags);
  const begin = performance.now();
  expression.test(text);
  parentPort.postMessage(performance.now() - begin);
`;
