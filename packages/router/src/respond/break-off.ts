import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { isHttp2 } from '../is-http2.ts';

/** Break off an answer of which a part has gone out, so that no client takes it for a whole one. */
export function breakOff(res: ServerResponse): void {
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

/** Take no more of a request of HTTP/2 once it is answered, as `Connection: close` says it in HTTP/1. */
export function closeAfter(res: ServerResponse): void {
  const { stream } = res as unknown as Http2ServerResponse;
  // In a write of its own: some clients take what comes together with the end of an answer for a failure of it.
  stream.once('finish', () => setImmediate(setImmediate, () => stream.close()));
}
