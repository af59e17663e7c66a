import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { tagOf } from './entity-tag.ts';
import { isJsonType } from './headers.ts';

/** Whether a middleware has replaced `res.json` or `res.send`, to check or change what is answered; Express has them in the prototype. */
export function isWrapped(res: ServerResponse): res is Response {
  return Object.hasOwn(res, 'json') || Object.hasOwn(res, 'send');
}

/**
 * Send a text through `res.json`, or `res.send` where it is no JSON, after the status and the header fields are set. The `ETag` is that of what is sent.
 *
 * JSON is parsed: what `res.json` gets has no big integers, which it could not write.
 */
export function sendThrough(res: Response, text: string): void {
  if (res.hasHeader('ETag')) tagWhatIsSent(res, text);
  if (isJsonType(res.getHeader('Content-Type'))) res.json(JSON.parse(text));
  else res.send(text);
}

// --- internal ---

function tagWhatIsSent(res: ServerResponse, text: string): void {
  const { end } = res;
  res.end = ((...args: Parameters<typeof end>) => {
    res.end = end;
    const [chunk] = args as unknown[];
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
