import { EXPECTED } from './expected.ts';

/** One comparison of an answer with the database. */
interface Result {
  readonly kind: string;
  readonly failure?: string;
  readonly example?: string;
}

/** What the walk over one schema in one database found. */
export interface Report {
  readonly schema: string;
  readonly store: string;
  tables: number;
  endpoints: number;
  pullTime: number;
  startTime: number;
  readonly results: Result[];
}

/** Whether a check held; `example` is the request and what came, where it did not. */
export type Check = (kind: string, failure: string | undefined, example?: () => string) => void;

export function newReport(schema: string, store: string): Report {
  return { schema, store, tables: 0, endpoints: 0, pullTime: 0, startTime: 0, results: [] };
}

export function checkInto(report: Report): Check {
  return (kind, failure, example) => {
    report.results.push(failure === undefined ? { kind } : { kind, failure, example: example?.() ?? '' });
  };
}

/** Print the table of all walks, then failures by their cause. Returns how many are not expected. */
export function printReports(reports: readonly Report[]): number {
  console.log(
    '\n| schema | store | tables | endpoints | checks that held | pull, start (ms) |\n|---|---|---|---|---|---|',
  );
  for (const { schema, store, tables, endpoints, results, pullTime, startTime } of reports) {
    const held = `${results.filter(({ failure }) => failure === undefined).length} / ${results.length}`;
    const times = `${Math.round(pullTime)}, ${Math.round(startTime)}`;
    console.log(`| ${schema} | ${store} | ${tables} | ${endpoints} | ${held} | ${times} |`);
  }
  let unexpected = 0;
  for (const [cause, { count, where, example }] of byCause(reports)) {
    const reason = EXPECTED.find(({ cause: pattern }) => pattern.test(cause))?.reason;
    if (reason === undefined) unexpected += count;
    console.log(`\n${reason === undefined ? 'BAD' : 'expected'}  ${count} × ${cause}  [${[...where].join(', ')}]`);
    console.log(reason === undefined ? `     ${example}` : `     ${reason}`);
  }
  return unexpected;
}

// --- internal ---

interface Cause {
  count: number;
  readonly where: Set<string>;
  readonly example: string;
}

/** Failures with the same words, whatever names and values they are about; the most frequent first. */
function byCause(reports: readonly Report[]): [string, Cause][] {
  const causes = new Map<string, Cause>();
  for (const { schema, store, results } of reports) {
    for (const { kind, failure, example = '' } of results) {
      if (failure === undefined) continue;
      const cause = `${kind}: ${withoutNames(failure)}`;
      const known = causes.get(cause) ?? { count: 0, where: new Set(), example: `${failure}: ${example}` };
      causes.set(cause, known);
      known.count += 1;
      known.where.add(`${schema} on ${store}`);
    }
  }
  return [...causes].sort(([, one], [, other]) => other.count - one.count);
}

function withoutNames(text: string): string {
  return text
    .replace(/"[^"]*"/g, '"…"')
    .replace(/'[^']*'/g, "'…'")
    .replace(/\b[A-Za-z_][\w.]*(?= (is shown|cannot be|must be|is required|has to))/g, '…')
    .replace(/(shown as|stored as) .*?(?=, stored as|$)/g, '$1 …')
    .replace(/\b\d{4,}\b|(?<= )\d+(?= )/g, 'N');
}
