import type { AnyRequest } from './handler.ts';

/** Whether a request uses HTTP/2. An HTTP/1 request may claim `HTTP/2.0` in its first line, but it has no stream. */
export function isHttp2(req: AnyRequest): boolean {
  return req.httpVersionMajor > 1 && 'stream' in req;
}
