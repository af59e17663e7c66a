import type { ServerResponse } from 'node:http';

/** Reset a response of which a part has been sent, so that no client takes it for a complete one. */
export function breakOff(res: ServerResponse): void {
  const { req, socket } = res;
  try {
    // For a client of HTTP/1.0, as some proxies are, the end of the connection is the end of the response.
    if (req.httpVersionMinor === 0) socket?.resetAndDestroy();
  } catch {
    // Only TCP has a reset: TLS and Unix sockets do not.
  }
  res.destroy();
}
