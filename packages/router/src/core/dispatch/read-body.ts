import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import zlib from 'node:zlib';
import { bodyParser } from '../commonjs.ts';
import type { ActionPlan } from '../contracts/exchange.ts';
import type { Limits } from '../contracts/options.ts';
import type { HttpError } from '../errors.ts';
import { PARSED_BEFORE, refuseBody, refuseConsumed, refuseType, tooLarge, unreadable } from './body-errors.ts';
import { checkBodyLimits } from './body-limits.ts';
import { flattenForm } from './flatten-form.ts';
import { type BodyRequest, isPlain, readJson } from './read-json.ts';
import { verifyForm, verifyJson } from './verify-json.ts';

/** A parsed body; `text` when its values are strings (a form) and may be coerced. */
export interface ParsedBody {
  readonly value: unknown;
  readonly text: boolean;
}

/** Throws or rejects with an `HttpError`; returns no promise without a body, or with a parsed one. */
export type BodyReader = (
  req: BodyRequest,
  res: ServerResponse,
  plan: Pick<ActionPlan, 'method' | 'forms'> & Partial<Pick<ActionPlan, 'maxItems'>>,
) => ParsedBody | Promise<ParsedBody>;

/**
 * Make the reader of request bodies: JSON, merge patches, and forms where the action takes them.
 * A body that an earlier middleware has parsed is used as it is.
 *
 * Its errors are `E_MEDIA_TYPE`, `E_BODY_TOO_LARGE`, `E_BAD_JSON`, `E_BAD_BODY`, `E_BODY_LIMIT`,
 * `E_BAD_KEY`, and `E_INTERNAL` if a middleware has read the body without setting `req.body`.
 *
 * @param takesShortWay - which requests with JSON in UTF-8 are read without `body-parser`; by default all that can be
 * @param log - takes a line at the first JSON that a middleware has parsed. Default: none
 */
export function createBodyReader(
  limits: Limits,
  takesShortWay: (req: BodyRequest) => boolean = isPlain,
  log?: (line: string) => void,
): BodyReader {
  let tell = log;
  const options = { limit: limits.body, type: () => true };
  const json = bodyParser.json({ ...options, strict: false, verify: verifyJson });
  const form = bodyParser.urlencoded({ ...options, extended: false, parameterLimit: limits.keys, verify: verifyForm });
  const accept = (value: unknown, type: string, plan: Partial<Pick<ActionPlan, 'maxItems'>>): ParsedBody => {
    checkBodyLimits(value, limits, plan);
    return { value, text: isText(type) };
  };

  return (req, res, plan) => {
    const { headers } = req;
    const { type, isUtf8 } = mediaType(headers['content-type']);
    const length = Number(headers['content-length'] ?? 0);
    const isEmpty = !(length > 0) && headers['transfer-encoding'] === undefined;
    // Before anything is taken, also of an empty form, and of what an earlier middleware has read.
    if (!plan.forms && (isEmpty ? FORM_TYPES : SIMPLE_TYPES).has(type))
      throw refuseType(type, plan, !isEmpty && !(length <= limits.body && length > 0));
    if (isEmpty && hasStream(req)) return { value: undefined, text: isText(type) };
    if (wasParsed(req)) {
      if (isJson(type, plan.method)) {
        tell?.(PARSED_BEFORE);
        tell = undefined;
      }
      return accept(plan.method === 'QUERY' && isText(type) ? flattenForm(req.body) : req.body, type, plan);
    }
    if (req.readableEnded) {
      if (req.readableDidRead) throw refuseConsumed();
      // Chunks without content.
      return { value: undefined, text: isText(type) };
    }
    const parser = isJson(type, plan.method) ? json : type === FORM ? form : undefined;
    // Both are answered from the head alone, before a byte is read.
    const isLarge = length > limits.body;
    if (!parser) throw refuseType(type, plan, isLarge || !(length > 0));
    if (isLarge) throw tooLarge(limits.body);
    if (parser === json && isUtf8 && takesShortWay(req))
      return readJson(req, length, (value) => accept(value, type, plan));
    return readWhole(parser, req, res, limits.body).then(() => accept(req.body, type, plan));
  };
}

/** Read a `Content-Type`: in lower case and without parameters, and whether the text is UTF-8 for certain. */
export function mediaType(header = ''): { readonly type: string; readonly isUtf8: boolean } {
  return { type: (header.split(';', 1)[0] as string).trim().toLowerCase(), isUtf8: UTF8_ALONE.test(header) };
}

/** Whether a request is a stream: those of some adapters and mocks have nothing but `req.body`. Only properties that do not throw there are read. */
export function hasStream(req: BodyRequest): boolean {
  return req.readable || req.readableEnded || req.destroyed;
}

/** Read a body with `body-parser`, and leave it in `req.body`; refused as soon as there is too much of it, before or after decompression. */
export function readWhole(
  parser: ReturnType<typeof bodyParser.json>,
  req: BodyRequest,
  res: ServerResponse,
  limit: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const plain = decompress(req);
    const end = (error?: HttpError) => {
      if (plain) {
        req.unpipe(plain).resume();
        plain.destroy();
      }
      if (error) reject(error);
      else resolve();
    };
    const source = (plain ?? req) as BodyRequest;
    parser(source, res, (error?: unknown) => {
      if (error !== undefined) return end(refuseBody(error, limit));
      req.body = source.body;
      req._body = true;
      end();
    });
    // body-parser reports a body that is too large or broken only after all of it has arrived.
    plain?.on('error', (error) => end(unreadable(error)));
    if (plain) req.on('aborted', () => end(unreadable('request aborted')));
    for (const stream of new Set([req, source])) {
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limit) end(tooLarge(limit));
      });
    }
    // A middleware that waits for something may have paused it, and body-parser does not resume.
    if (req.isPaused()) req.resume();
  });
}

// --- internal ---

/** No parameter at all, or `charset=utf-8` alone. */
const UTF8_ALONE = /^[^;]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
/** Media types of HTML forms, which any page can send with the cookies of its visitor. */
const FORM_TYPES: ReadonlySet<string> = new Set([FORM, MULTIPART, 'text/plain']);
/** Media types that any page can send without a preflight (Fetch, "CORS-safelisted request-header"). */
const SIMPLE_TYPES: ReadonlySet<string> = new Set([...FORM_TYPES, '']);

function isText(type: string): boolean {
  return type === FORM || type === MULTIPART;
}

/** Whether an earlier middleware (`express.json()`, multer) has parsed the body, or an adapter. */
function wasParsed(req: BodyRequest): boolean {
  if (!hasStream(req)) return true;
  return req.body !== undefined && (req._body === true || (req.readableEnded && !isPlaceholder(req)));
}

/** Whether `req.body` is the `{}` that parsers of Express 4 set for types that they do not parse. */
function isPlaceholder({ app, body, headers, readableDidRead }: BodyRequest): boolean {
  if (app === undefined || !('lazyrouter' in app) || !readableDidRead) return false;
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype) return false;
  // A middleware of the project may have parsed `{}`, which has two bytes.
  return Object.keys(body).length === 0 && headers['content-length'] !== '2';
}

function isJson(type: string, method: string): boolean {
  if (type === JSON_TYPE) return true;
  if (method === 'PATCH') return type === 'application/merge-patch+json';
  return /^application\/[\w.!#$&^-]+\+json$/.test(type) && !type.endsWith('patch+json');
}

/** A decompressed body with matching header fields, which `body-parser` reads instead of the request. */
type PlainBody = Duplex & Pick<BodyRequest, 'headers' | 'body'>;

/**
 * Decompress the body of a request, so that the reader can count its bytes and stop at the limit.
 *
 * @returns `undefined` where it is not compressed, or in a way that Node does not know
 */
function decompress(req: BodyRequest): PlainBody | undefined {
  const { 'content-encoding': encoding = '', 'content-length': _, ...headers } = req.headers;
  const open = DECOMPRESSORS.get(encoding.toLowerCase());
  return open && Object.assign(req.pipe(open()), { headers: { ...headers, 'transfer-encoding': 'chunked' } });
}

/** The encodings of `body-parser`; Node supports the last one from 22.15 on. */
const DECOMPRESSORS: ReadonlyMap<string, () => Duplex> = new Map(
  Object.entries({
    gzip: zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
    zstd: (zlib as { createZstdDecompress?: () => Duplex }).createZstdDecompress,
  }).filter((entry): entry is [string, () => Duplex] => entry[1] !== undefined),
);
