import http, { type ServerResponse } from 'node:http';

/** Send a problem document (RFC 9457). A response that has started is reset instead; a complete one is left alone. */
export function answerProblem(res: ServerResponse, status: number, code: string, detail: string): void {
  if (res.headersSent) {
    if (!res.writableEnded) breakOff(res);
    return;
  }
  const title = http.STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code });
  // All other header fields were set for another answer; this one is about the connection.
  for (const name of res.getHeaderNames()) if (name !== 'connection') res.removeHeader(name);
  res.statusCode = status;
  // The status text may be the value that could not be sent.
  res.statusMessage = '';
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.setHeader('Cache-Control', 'no-store');
  res.end(body);
}

// --- internal ---

/** Reset a response of which a part has been sent, so that no client takes it for a complete one. */
function breakOff(res: ServerResponse): void {
  const { req, socket } = res;
  try {
    // For a client of HTTP/1.0, as some proxies are, the end of the connection is the end of the response.
    if (req.httpVersionMinor === 0) socket?.resetAndDestroy();
  } catch {
    // Only TCP has a reset: TLS and Unix sockets do not.
  }
  res.destroy();
}
