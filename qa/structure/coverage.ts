import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

/** What of our sources ran. */
export interface Ran {
  /** Paths relative to the root: `packages/router/src/core/handle-request.ts`. */
  readonly files: readonly string[];
  /** Distinct functions, those of the modules themselves included. */
  readonly functions: number;
}

/**
 * Count which functions of `packages/` run while `work` does, with the precise coverage of V8.
 *
 * @param work - is repeated until two runs are equal: what runs once, such as the load of a compiler, is not counted
 */
export async function countRun(work: () => Promise<void>): Promise<Ran> {
  await work();
  let last = await countOnce(work);
  for (let run = 1; run < MAX_RUNS; run++) {
    const next = await countOnce(work);
    if (next.functions === last.functions) return next;
    last = next;
  }
  return last;
}

// --- internal ---

const MAX_RUNS = 50;

async function countOnce(work: () => Promise<void>): Promise<Ran> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ours = result
    .filter(({ url }) => OURS.test(url))
    .map(({ url, functions }) => {
      const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      return { file: fileURLToPath(url).replace(OURS, '$1'), count: ran.length };
    })
    .filter(({ count }) => count > 0);
  return {
    files: ours.map(({ file }) => file).sort(),
    functions: ours.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The part of a path that begins with `packages/`. */
const OURS = /^.*\/(packages\/\w+\/src\/.*)$/;
