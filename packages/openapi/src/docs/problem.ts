import http from 'node:http';
import { REQUEST_CODES, type RequestCode } from '@rest-gen/router';
import type { Request, Response } from 'express';

/** Send a problem document (RFC 9457), as the router does. */
export function sendProblem(req: Request, res: Response, code: RequestCode, detail: string): void {
  const [status] = REQUEST_CODES[code];
  const instance = req.baseUrl + req.path;
  const text = JSON.stringify({
    type: 'about:blank',
    title: http.STATUS_CODES[status],
    status,
    detail,
    instance,
    code,
  });
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
