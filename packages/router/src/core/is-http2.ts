import type { IncomingMessage } from 'node:http';

/** Whether a request came by HTTP/2: one of HTTP/1 may say `HTTP/2.0` in its first line too, but has no stream. */
export function isHttp2(req: Pick<IncomingMessage, 'httpVersionMajor'>): boolean {
  return req.httpVersionMajor > 1 && 'stream' in req;
}
