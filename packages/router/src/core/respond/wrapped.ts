import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { tagOf } from './entity-tag.ts';
import { findHeader, isJsonType } from './headers.ts';

/**
 * Whether a middleware has replaced `res.json` or `res.send`, to check or change what is answered; Express has them in the prototype. `res.json` is
 * for JSON alone.
 */
export function isWrapped(res: ServerResponse, headers: Readonly<Record<string, string>>): res is Response {
  if (Object.hasOwn(res, 'send')) return true;
  return Object.hasOwn(res, 'json') && isJsonType(res.getHeader('Content-Type') ?? findHeader(headers, 'Content-Type'));
}

/**
 * Send a text through `res.json`, or `res.send` where it is no JSON, after the status and the header fields are set. The `ETag` is that of what is
 * sent; an answer that has none, such as that of PUT, gets none of Express.
 *
 * JSON is parsed: what `res.json` gets has no big integers, which it could not write.
 *
 * @returns what the middleware returns: a promise, if it works asynchronously
 */
export function sendThrough(res: Response, text: string): unknown {
  tagWhatIsSent(res, text);
  return isJsonType(res.getHeader('Content-Type')) ? res.json(JSON.parse(text)) : res.send(text);
}

// --- internal ---

function tagWhatIsSent(res: ServerResponse, text: string): void {
  const { end } = res;
  const isTagged = res.hasHeader('ETag');
  res.end = ((...args: Parameters<typeof end>) => {
    res.end = end;
    const [chunk] = args as unknown[];
    if (!isTagged && !res.headersSent) res.removeHeader('ETag');
    const isChanged = chunk instanceof Uint8Array ? !Buffer.from(text).equals(chunk) : chunk !== text;
    if (
      isChanged &&
      !res.headersSent &&
      res.hasHeader('ETag') &&
      (typeof chunk === 'string' || chunk instanceof Uint8Array)
    ) {
      res.setHeader('ETag', tagOf(chunk));
    }
    return end.apply(res, args);
  }) as typeof end;
}
