import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Request, Response } from 'express';

/** A request of Express as the SDK takes it. It aborts when the client leaves. */
export function toWebRequest(req: Request, res: Response, body: string | undefined): globalThis.Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const leaving = new AbortController();
  res.once('close', () => leaving.abort());
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
  return new Request(`http://localhost${req.originalUrl}`, {
    method: req.method,
    headers,
    signal: leaving.signal,
    ...(hasBody && body !== undefined && { body }),
  });
}

export async function sendWebResponse(response: globalThis.Response, res: Response): Promise<void> {
  res.status(response.status);
  response.headers.forEach((value, name) => {
    res.setHeader(name, value);
  });
  res.setHeader('Cache-Control', 'no-store');
  if (response.body === null) res.end();
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), res).catch(() => res.destroy());
}
