import type { AnyResponse } from './handler.ts';
import { isHttp2 } from './is-http2.ts';

/** Break off an answer of which a part has gone out, so that no client takes it for a whole one. */
export function breakOff(res: AnyResponse): void {
  const { req, socket } = res;
  if (isHttp2(req)) {
    // Without an error, a stream of HTTP/2 ends as one that went well.
    res.destroy(new Error('The answer is broken off.'));
    return;
  }
  try {
    // To a client of HTTP/1.0, as some proxies are, the end of the connection is that of the answer.
    if (req.httpVersionMinor === 0) socket?.resetAndDestroy();
  } catch {
    // Only TCP has a reset: neither TLS nor a socket of Unix.
  }
  res.destroy();
}
