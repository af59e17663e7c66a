import { toBytes } from './ask.js';
import { WORK } from './work.js';

/** Measure one kind of work of `work.js`; `name` is that of the resource. */
export function measureWork(generator, lanes, { key, name }, effort) {
  const { status, path, ...rest } = WORK[key];
  const request = { ...rest, status, path: `/${name}${path}` };
  return measureLanes(
    generator,
    lanes.map((lane) => ({ ...lane, request })),
    effort,
  );
}

/**
 * Measure a request to each of some servers that run already: in rounds, each round all of them in turn, so that a busy moment of the machine does
 * not hit one only. A server that is not its turn is idle.
 *
 * @param lanes - `server`; `request`: `method`, `path`, `body`, and the `status` that answers it; `length`, the bytes of the answer
 * @param effort - `rounds`; `seconds` of CPU time in a round of one server, `warmUp` before the first one, default 0.4. Or the same number of requests for
 *   all: `requests` in a round, after `unmeasured` ones in the same connections
 * @returns in the order of the lanes: `times`, the CPU time of a request in microseconds in each round; `cpu`, their median; `spread`, the greatest minus the
 *   least of them; `rate`, the median of the requests a second; `busy`, the greatest share of its core that the generator took
 */
export async function measureLanes(generator, lanes, { rounds, seconds, warmUp = 0.4, requests, unmeasured = 0 }) {
  const runs = lanes.map(({ server, request: { status, ...rest }, length }) => ({
    server,
    load: { request: toBytes(rest), status, length },
    samples: [],
  }));
  for (const run of runs) run.requests = requests ?? (await warm(generator, run, { seconds, warmUp }));
  // With a number of requests, the first round compiles the code and is not counted.
  for (let round = requests ? -1 : 0; round < rounds; round++) {
    for (const run of runs) {
      const taken = await sample(generator, run, run.requests, unmeasured);
      if (round >= 0) run.samples.push(taken);
    }
  }
  return runs.map(({ samples }) => {
    const times = samples.map(({ cpu }) => cpu);
    return {
      times,
      cpu: median(times),
      spread: Math.max(...times) - Math.min(...times),
      rate: median(samples.map(({ rate }) => rate)),
      busy: Math.max(...samples.map(({ busy }) => busy)),
    };
  });
}

/** The middle one; of an even number the mean of both. */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// --- internal ---

/** Until compiled code runs. @returns the number of requests that take the time of a round */
async function warm(generator, run, { seconds, warmUp }) {
  let spent = 0;
  let last;
  while (spent < warmUp * 1e6) {
    last = await sample(generator, run, STEP);
    spent += last.cpu * STEP;
  }
  return Math.max(STEP, Math.round((seconds * 1e6) / last.cpu));
}

const STEP = 3000;

/** Connections are there before the time is taken. V8 makes the heap of a server that waits smaller, so some requests come before it, too. */
async function sample(generator, { server, load }, requests, unmeasured = 0) {
  await generator.command('open', { port: server.port });
  if (unmeasured > 0) await generator.command('run', { ...load, requests: unmeasured });
  const before = await server.readCpu();
  const { seconds, busy } = await generator.command('run', { ...load, requests });
  const cpu = ((await server.readCpu()) - before) / requests;
  await generator.command('close');
  return { cpu, rate: requests / seconds, busy };
}
