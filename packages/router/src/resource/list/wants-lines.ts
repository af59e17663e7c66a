import type { IncomingHttpHeaders } from 'node:http';
import { Negotiator } from '../../core/commonjs.ts';

/** Media type of newline-delimited JSON. */
export const LINES = 'application/x-ndjson; charset=utf-8';

/**
 * Whether a client prefers lines of JSON to one JSON text (RFC 9110 section 12.5.1); JSON when both are equally preferred, or neither.
 *
 * @param headers - of the request; at most the first 1,000 characters of `Accept` are read
 */
export function wantsLines({ accept = '*/*' }: IncomingHttpHeaders): boolean {
  // Fast path: lines are preferred where they are named, or where something has a weight.
  if (!NAMED_OR_WEIGHTED.test(accept)) return false;
  const ranges = accept.slice(0, LONGEST).split(',');
  // The negotiator breaks ties by the order in the header, which has no meaning: lines must win in both orders.
  return prefersLines(ranges.join(',')) && prefersLines(ranges.reverse().join(','));
}

// --- internal ---

const LONGEST = 1_000;
const NAMED_OR_WEIGHTED = /ndjson|;/i;
const JSON_TEXT = 'application/json; charset=utf-8';

function prefersLines(accept: string): boolean {
  return new Negotiator({ headers: { accept } }).mediaType([JSON_TEXT, LINES]) === LINES;
}
