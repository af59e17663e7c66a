/**
 * Measure matchers side by side: in several rounds, each round all of them in turn, so that a busy moment does not hit one only.
 *
 * @param finds - functions of a path
 * @param paths - asked in turn
 * @returns nanoseconds of the processor a match, in the order of the functions: the median of the rounds
 */
export function measureMatches(finds, paths, { rounds = 9, milliseconds = 12 } = {}) {
  const turns = finds.map((find) => findTurns(find, paths, milliseconds));
  const times = finds.map(() => []);
  // Those who need microseconds come after all others: they leave so much to collect that the collector's threads would be counted for the next.
  const isSlow = (index) => turns[index] * paths.length < milliseconds * 500;
  for (const slow of [false, true]) {
    for (let round = 0; round < rounds; round++) {
      for (const [index, find] of finds.entries()) {
        if (isSlow(index) === slow) times[index].push(timeOf(find, paths, turns[index]));
      }
    }
  }
  return times.map((all) => all.sort((one, other) => one - other)[rounds >> 1]);
}

// --- internal ---

/** Every result is kept for a while: what nobody uses need not be made. */
const results = new Array(64).fill(undefined);

function timeOf(find, paths, turns) {
  const begin = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) {
    for (let at = 0; at < paths.length; at++) results[at] = find(paths[at]);
  }
  const { user, system } = process.cpuUsage(begin);
  return ((user + system) * 1000) / turns / paths.length;
}

/** How often all paths are asked for in the given time, found out by doubling, which is the warm-up too: three times as long, at least. */
function findTurns(find, paths, milliseconds) {
  const enough = milliseconds * 1e6;
  for (let turns = 1; ; turns *= 2) {
    const time = timeOf(find, paths, turns) * turns * paths.length;
    if (time > enough * 2) return Math.max(1, Math.round((turns * enough) / time));
  }
}
