import bodyParser from 'body-parser';
import type { Request, RequestHandler, Response } from 'express';
import { type HttpError, requestError } from '../errors.ts';
import { QUERY_TYPES } from '../list/read-parameters.ts';
import type { Limits } from '../options.ts';
import { checkBody } from './check-body.ts';
import type { ActionPlan } from './types.ts';

/** A body as parsed; `text` when its values are text by nature (a form) and may be coerced. */
export interface ParsedBody {
  readonly value: unknown;
  readonly text: boolean;
}

export type BodyReader = (req: Request, res: Response, plan: ActionPlan) => Promise<ParsedBody>;

/**
 * Make the reader of request bodies: JSON, merge patches and forms; what an earlier middleware has read is taken as it is.
 *
 * The reader rejects with `E_MEDIA_TYPE`, `E_BODY_TOO_LARGE`, `E_BAD_JSON`, `E_BAD_BODY`, `E_BODY_LIMIT` or `E_BAD_KEY`.
 */
export function createBodyReader(limits: Limits): BodyReader {
  const options = { limit: limits.body, type: () => true };
  const json = bodyParser.json({ ...options, strict: false });
  const form = bodyParser.urlencoded({ ...options, extended: false, parameterLimit: limits.keys });
  return async (req, res, plan) => {
    const type = mediaType(req);
    const text = type === FORM || type === MULTIPART;
    if (!hasBody(req)) return { value: undefined, text };
    if (!wasRead(req)) {
      const parser = isJson(type, plan.method) ? json : type === FORM ? form : undefined;
      if (!parser) throw refuseType(type, plan.method);
      // Answered from the announced length alone, before a byte is read.
      if (Number(req.headers['content-length']) > limits.body) throw tooLarge(limits.body);
      await parse(parser, req, res, limits.body);
    }
    if (type === FORM && looksLikeJson(req.body)) throw jsonAsForm();
    checkBody(req.body, limits);
    return { value: req.body, text };
  };
}

// --- internal ---

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether an earlier middleware (`express.json()`, multer) has read the body. */
function wasRead(req: Request): boolean {
  return req.body !== undefined && ((req as { _body?: boolean })._body === true || req.readableEnded);
}

/** What `curl -d '{"title":"Hello"}'` sends when nobody says that it is JSON: a form of one field. */
function looksLikeJson(form: unknown): boolean {
  return typeof form === 'object' && form !== null && /^\s*[{[]/.test(Object.keys(form)[0] ?? '');
}

function jsonAsForm(): HttpError {
  return requestError(
    'E_MEDIA_TYPE',
    'The body looks like JSON, but comes as a form; send Content-Type: application/json.',
    {
      headers: { Accept: 'application/json' },
    },
  );
}

function mediaType(req: Request): string {
  const header = req.headers['content-type'] ?? '';
  return (header.split(';', 1)[0] as string).trim().toLowerCase();
}

function isJson(type: string, method: string): boolean {
  if (type === 'application/json') return true;
  if (method === 'PATCH') return type === 'application/merge-patch+json';
  return /^application\/[\w.!#$&^-]+\+json$/.test(type) && !type.endsWith('patch+json');
}

/** Method → the field that names the types of its body in an answer 415, and its value; `Accept` and JSON for all others. */
const ACCEPTED: Readonly<Record<string, readonly [field: string, types: string]>> = {
  PATCH: ['Accept-Patch', 'application/merge-patch+json, application/json'],
  QUERY: ['Accept-Query', QUERY_TYPES],
};

function refuseType(type: string, method: string): HttpError {
  const [field, accepted] = ACCEPTED[method] ?? ['Accept', 'application/json'];
  return requestError(
    'E_MEDIA_TYPE',
    `The media type ${type === '' ? 'is missing' : `"${type}" is not supported`}; send ${accepted}.`,
    { headers: { [field]: accepted } },
  );
}

function tooLarge(limit: number): HttpError {
  // What is left of the body is not read: the connection cannot carry another request.
  return requestError('E_BODY_TOO_LARGE', `The body is larger than ${limit} bytes.`, {
    headers: { Connection: 'close' },
  });
}

function parse(parser: RequestHandler, req: Request, res: Response, limit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    parser(req, res, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toRequestError(error, limit));
    });
    // body-parser tells of too large a body only when all of it has come.
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) reject(tooLarge(limit));
    });
  });
}

function toRequestError(error: unknown, limit: number): HttpError {
  const { type, message } = error as { type?: string; message?: string };
  switch (type) {
    case 'entity.parse.failed':
      return requestError('E_BAD_JSON', `The body is not valid JSON: ${message}.`);
    case 'entity.too.large':
      return tooLarge(limit);
    case 'parameters.too.many':
      return requestError('E_BODY_LIMIT', 'The form has more fields than are allowed.');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return requestError('E_MEDIA_TYPE', `The body cannot be decoded: ${message}.`);
    default:
      return requestError('E_BAD_BODY', undefined, { cause: error });
  }
}
