import { readTables } from './read-tables.ts';

/** One row of the promises. */
export interface Promised {
  readonly promise: string;
  /** What its cell of proofs holds besides proofs: nothing, if it is right. */
  readonly rest: string;
  readonly proofs: readonly Proof[];
}

export interface Proof {
  /** Relative to the root: `qa/security/sql.security.ts`. */
  readonly path: string;
  /** Of a test, or of a suite of tests. */
  readonly title: string;
}

/** Read the tables of a page that have promises and their proofs, `path` › "title". */
export function readPromises(page: string): Promised[] {
  return readTables(page)
    .filter(({ head }) => head.join() === 'promise,proof')
    .flatMap(({ rows }) => rows)
    .map(([promise = '', cell = '']) => ({
      promise,
      rest: cell.replaceAll(PROOF, '').replaceAll('<br>', ''),
      proofs: [...cell.matchAll(PROOF)].map(({ groups }) => ({ path: groups?.path ?? '', title: groups?.title ?? '' })),
    }));
}

/**
 * Tell which promises nothing proves.
 *
 * @param titles - of the suites and tests of each file that there is
 */
export function findUnproved(
  promises: readonly Promised[],
  titles: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return promises.flatMap(({ promise, rest, proofs }) => [
    ...(proofs.length === 0 ? [`${promise} has no proof`] : []),
    ...(rest === '' ? [] : [`${promise} is proved by ${rest}`]),
    ...proofs.flatMap(({ path, title }) => {
      const known = titles.get(path);
      if (!known) return [`${promise} is proved by ${path}, which is no file of tests`];
      return known.has(title) ? [] : [`${promise} is proved by "${title}", which ${path} does not test`];
    }),
  ]);
}

// --- internal ---

/** A title ends with the quotation mark that the next proof or nothing follows, so that it may have some itself. */
const PROOF = /`(?<path>[\w./-]+)` › "(?<title>.+?)"(?=<br>|$)/g;
