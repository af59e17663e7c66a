import http from 'node:http';
import { breakOff } from './break-off.ts';
import type { AnyResponse } from './handler.ts';
import { isHttp2 } from './is-http2.ts';

/** Send a problem document (RFC 9457). A response that has started is reset instead; a complete one is left alone. */
export function answerProblem(res: AnyResponse, status: number, code: string, detail: string): void {
  if (res.headersSent) {
    if (!res.writableEnded) breakOff(res);
    return;
  }
  const title = http.STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code });
  // Of what was set for another answer only this is about the connection.
  for (const name of res.getHeaderNames()) if (name !== 'connection') res.removeHeader(name);
  res.statusCode = status;
  // So was the phrase, which may be what could not be sent. HTTP/2 has none.
  if (!isHttp2(res.req)) res.statusMessage = '';
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.setHeader('Cache-Control', 'no-store');
  res.end(body);
}
