import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { tagOf } from './entity-tag.ts';

/** A response whose `json` or `send` a middleware has replaced, to check or change what is answered. */
export type WrappedResponse = Response;

/** Whether a middleware has replaced `res.json` or `res.send`; Express has them in the prototype. */
export function isWrapped(res: ServerResponse): boolean {
  return Object.hasOwn(res, 'json') || Object.hasOwn(res, 'send');
}

/**
 * Send a text through `res.json`, or `res.send` where it is no JSON, after the status and the header fields are set. The `ETag` is that of what is sent.
 *
 * JSON is parsed: what `res.json` gets has no big integers, which it could not write.
 */
export function sendThrough(res: WrappedResponse, text: string): void {
  if (res.hasHeader('ETag')) tagWhatIsSent(res, text);
  if (JSON_TYPE.test(String(res.getHeader('Content-Type')))) res.json(JSON.parse(text));
  else res.send(text);
}

// --- internal ---

const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;

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
