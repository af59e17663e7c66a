import type { Traffic } from './good-traffic.ts';
import type { Server } from './start-server.ts';

/** A line to print. */
export type Figure = readonly [name: string, value: string | number];

/** What a run has found. */
export interface Report {
  readonly figures: readonly Figure[];
  /** What does not hold; empty when all is well. */
  readonly problems: readonly string[];
}

/** The figures of good requests that ran beside something else. */
export function describeTraffic({ answered, failures, times }: Traffic): Figure[] {
  return [
    ['good requests', `${answered} answered, ${failures.length} failed`],
    ['time of an answer', `median ${times.median} ms, 99 % ${times.most} ms, longest ${times.longest} ms`],
  ];
}

/** Good requests have to be there, and none may fail; a server has nothing to say. */
export function findProblems({ answered, failures }: Traffic, servers: readonly Server[]): string[] {
  const problems = failures.map((failure) => `a good request failed: ${failure}`);
  if (answered === 0) problems.push('no good request was answered');
  for (const server of servers) if (server.said() !== '') problems.push(`the server said: ${server.said()}`);
  return problems;
}

/** `12345678` → `12.3 MB` */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `12345` → `12.3 KB` */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}
