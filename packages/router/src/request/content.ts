import { Readable } from 'node:stream';
import type { RouterAnswer, RouterRequest } from './types.ts';

/** The content of a request, and the header fields that belong to it. */
export interface Content {
  readonly headers: Record<string, string | string[]>;
  readonly body: string | Uint8Array | Readable | undefined;
}

/** @throws {TypeError} for what JSON cannot write */
export function writeContent({ body, headers: given = {} }: Pick<RouterRequest, 'body' | 'headers'>): Content {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers[name.toLowerCase()] = typeof value === 'string' ? value : [...value];
  }
  for (const name of FRAMING) delete headers[name];
  if (body === undefined) return { headers, body };
  const type = headers['content-type'];
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable;
  const content = isRaw && type !== undefined && !isJson(String(type)) ? body : toJson(body);
  headers['content-type'] = type ?? 'application/json';
  if (!(content instanceof Readable)) headers['content-length'] = String(Buffer.byteLength(content));
  return { headers, body: content };
}

/** @param type - the media type of the answer */
export function readContent(bytes: Buffer, type: string | undefined): RouterAnswer['body'] {
  if (bytes.length === 0) return undefined;
  if (type === undefined) return bytes;
  if (isJson(type)) return JSON.parse(bytes.toString());
  return TEXT.test(type) ? bytes.toString() : bytes;
}

// --- internal ---

/** They are said by the content, or by the connection. */
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'expect', 'upgrade'];
const TEXT = /^(?:text\/|application\/(?:x-ndjson|jsonl|xml)\b)/i;

function isJson(type: string): boolean {
  return /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type);
}

function toJson(value: unknown): string | Uint8Array | Readable {
  // JSON that the caller has written already.
  if (value instanceof Uint8Array || value instanceof Readable) return value;
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`The body of a request cannot be a ${typeof value}.`);
  return text;
}
