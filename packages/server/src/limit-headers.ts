import { answerProblem } from './answer-problem.ts';
import type { Listener } from './serve-handler.ts';

/**
 * A listener that answers 431 `E_TOO_MANY_HEADERS` to requests with more header fields than allowed, before anything
 * else runs.
 *
 * The limit of Node itself must be one higher, because Node silently omits the fields above its limit.
 */
export function limitHeaders(listener: Listener, maxHeaders: number): Listener {
  return (req, res) => {
    // `rawHeaders` alternates names and values.
    if (req.rawHeaders.length > 2 * maxHeaders) {
      // The rest of the request is not read.
      res.setHeader('Connection', 'close');
      answerProblem(res, 431, 'E_TOO_MANY_HEADERS', `A request may have at most ${maxHeaders} header fields.`);
    } else listener(req, res);
  };
}
