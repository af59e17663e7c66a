import { measure } from 'mitata';

/**
 * Measure functions side by side: in several rounds, each round all of them in turn, so that a busy moment of the machine does not hit one only.
 *
 * @param lanes - the functions; one may be asynchronous
 * @param options - `rounds`, default 5; `milliseconds` for each function in each round, default 80
 * @returns nanoseconds a call, in the order of the lanes: the median of the batches of a round, of the round in which it is lowest
 */
export async function measureAll(lanes, { rounds = 5, milliseconds = 80 } = {}) {
  const lowest = lanes.map(() => Number.POSITIVE_INFINITY);
  for (const lane of lanes) await warmUp(lane);
  for (let round = 0; round < rounds; round++) {
    for (const [index, lane] of lanes.entries()) {
      const { p50 } = await measure(lane, { min_cpu_time: milliseconds * 1e6 });
      lowest[index] = Math.min(lowest[index], p50);
    }
  }
  return lowest;
}

// --- internal ---

/** Until compiled code runs: mitata decides by the first calls whether it measures them in batches. */
async function warmUp(lane) {
  const end = performance.now() + 100;
  while (performance.now() < end) for (let call = 0; call < 100; call++) await lane();
}
