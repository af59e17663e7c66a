import { answerProblem } from './answer-problem.ts';
import { isHttp2 } from './is-http2.ts';
import type { Listener } from './serve-handler.ts';

/**
 * A listener that answers 431 `E_TOO_MANY_HEADERS` to requests with more header fields than allowed, before anything else runs.
 *
 * The limit of Node itself must be one higher, because Node silently omits the fields above its limit.
 */
export function limitHeaders(listener: Listener, maxHeaders: number): Listener {
  // Names and values stand in one list. Those of HTTP/2 that begin with a colon are not header fields.
  const most = 2 * maxHeaders;
  return (req, res) => {
    const { rawHeaders } = req;
    if (rawHeaders.length > most && countFields(rawHeaders) > maxHeaders) {
      // The rest of the request is not read.
      if (!isHttp2(req)) res.setHeader('Connection', 'close');
      answerProblem(res, 431, 'E_TOO_MANY_HEADERS', `A request may have at most ${maxHeaders} header fields.`);
    } else listener(req, res);
  };
}

/** The pseudo-header fields of an HTTP/2 request: method, scheme, authority, path and protocol. */
export const PSEUDO_FIELDS = 5;

// --- internal ---

function countFields(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (!rawHeaders[at]?.startsWith(':')) count += 1;
  return count;
}
