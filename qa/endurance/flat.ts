/** What was seen after so many requests. */
export interface Sample {
  readonly requests: number;
  readonly value: number;
}

/** How much a value grows with each request over the last half of the samples: the slope of the straight line that fits them best. */
export function slopeOfLastHalf(samples: readonly Sample[]): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const mean = (pick: (sample: Sample) => number): number =>
    half.reduce((sum, one) => sum + pick(one), 0) / half.length;
  const x = mean(({ requests }) => requests);
  const y = mean(({ value }) => value);
  const both = half.reduce((sum, { requests, value }) => sum + (requests - x) * (value - y), 0);
  const square = half.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0);
  return both / square;
}
