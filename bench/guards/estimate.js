import { median } from '../http/measure.js';

/**
 * The middle of values that chance has moved, whichever way it is spread: the median of the means of all pairs (Hodges and Lehmann), which takes
 * fewer values than a plain median to be as sure.
 *
 * @returns `middle`; `low` and `high`, between which it is with 95 % (Wilcoxon's signed ranks, by the normal distribution; from 6 values on)
 */
export function estimate(values) {
  const count = values.length;
  const means = values.flatMap((one, from) => values.slice(from).map((other) => (one + other) / 2));
  means.sort((one, other) => one - other);
  const width = 1.96 * Math.sqrt((count * (count + 1) * (2 * count + 1)) / 24);
  const outside = Math.max(0, Math.round((count * (count + 1)) / 4 - width));
  return { middle: median(means), low: means[outside], high: means.at(-1 - outside) };
}
