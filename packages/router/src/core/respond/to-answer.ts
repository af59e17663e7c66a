import type { ReadyAnswer } from '../contracts/answer.ts';
import type { Exchange } from '../contracts/exchange.ts';
import { type HttpError, requestError } from '../errors.ts';
import { joinTags, matches, parseEntityTags, tagOf } from './entity-tag.ts';
import { copyHeaders, findHeader, isJsonType, replaceHeader, setDefault } from './headers.ts';
import { checkPreconditions } from './preconditions.ts';
import { openStream, toStream } from './streams.ts';
import { tagOfShown, toJson, writeBody } from './write-body.ts';

/**
 * Convert the return value of an action, or the argument of `success`, to an answer: 200 with data, 204 without.
 *
 * @returns a promise for a stream and an envelope; JSON is written at once
 * @throws {HttpError} 500 `E_NO_ANSWER` when a GET or QUERY returns nothing; 500 `E_ANSWER_TOO_LARGE`, or 400 `E_PAGE_TOO_LARGE` for a page of several
 * records; errors of `JSON.stringify`, `envelope` and streams that do not open
 */
export function toAnswer(value: unknown, context: Exchange): ReadyAnswer | Promise<ReadyAnswer> {
  const { answer, plan } = context;
  const data = answer ? answer.data : value;
  const headers = answer ? copyHeaders(answer.headers) : {};
  if (data === undefined) {
    if (!answer && (plan.method === 'GET' || plan.method === 'QUERY')) throw noAnswer(context);
    return { status: answer?.status ?? 204, headers, body: undefined };
  }
  const status = answer?.status ?? 200;
  // A status that has no body (RFC 9110 section 6.4.1).
  if (BODILESS.has(status)) return { status, headers, body: undefined };
  const stream = typeof data === 'object' && data !== null ? toStream(data) : undefined;
  if (stream ?? data instanceof Uint8Array) {
    setDefault(headers, 'Content-Type', 'application/octet-stream');
    if (!stream) return complete(status, headers, data as Uint8Array, context);
    return openStream(stream, context.signal).then(() => ({ status, headers, body: stream }));
  }
  if (typeof data === 'string') {
    const given = findHeader(headers, 'Content-Type');
    const type = given ?? context.res.getHeader('Content-Type');
    if (type !== undefined && !isJsonType(type)) {
      if (given !== undefined && isTextAlone(given)) replaceHeader(headers, 'Content-Type', `${given}; charset=utf-8`);
      return complete(status, headers, data, context);
    }
  }
  setDefault(headers, 'Content-Type', 'application/json; charset=utf-8');
  if (context.envelope) return wrap(status, headers, data, context);
  const body = toJson(data);
  if (answer?.tagged) setDefault(headers, 'ETag', wholeTag(tagOf(body), context));
  return complete(status, headers, body, context);
}

/**
 * Answer 304 to a GET where the client has the answer already (RFC 9110 section 13.2.2). A malformed field is as none.
 *
 * After all parts: one of them may answer in another media type, which has a tag of its own.
 *
 * @throws {HttpError} 412 `E_PRECONDITION_FAILED` when `If-Match` asks for another representation
 */
export function checkConditions(answer: ReadyAnswer, { req, res }: Pick<Exchange, 'req' | 'res'>): ReadyAnswer {
  const { method, headers } = req;
  const { status, body } = answer;
  if (status !== 200 || (method !== 'GET' && method !== 'HEAD')) return answer;
  const tag = findHeader(answer.headers, 'ETag') ?? res.getHeader('ETag');
  if (tag === undefined || (typeof body !== 'string' && !(body instanceof Uint8Array))) return answer;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    checkPreconditions({ ifMatch: parseEntityTags(ifMatch), ifNoneMatch: undefined }, String(tag));
  }
  const ifNoneMatch = headers['if-none-match'];
  const known = ifNoneMatch === undefined ? undefined : parseEntityTags(ifNoneMatch);
  return known && matches(known, String(tag), 'weak') ? { ...answer, status: 304, body: undefined } : answer;
}

// --- internal ---

/** Whether a media type is text without a charset: browsers would read it in the one of their language. */
function isTextAlone(type: string): boolean {
  return /^text\//i.test(type) && !/;\s*charset\s*=/i.test(type);
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** In an envelope. The tag of a record is that of the answer to a GET. */
async function wrap(
  status: number,
  headers: Record<string, string>,
  data: unknown,
  context: Exchange,
): Promise<ReadyAnswer> {
  if (context.answer?.tagged) setDefault(headers, 'ETag', wholeTag(await tagOfShown(data, context), context));
  return complete(status, headers, await writeBody(data, context, status, context.action), context);
}

function complete(
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array,
  context: Exchange,
): ReadyAnswer {
  checkSize(body, context);
  const { method } = context.req;
  if (status === 200 && (method === 'GET' || method === 'HEAD') && !context.res.hasHeader('ETag')) {
    if (findHeader(headers, 'ETag') === undefined) headers.ETag = wholeTag(tagOf(body), context);
  }
  return { status, headers, body };
}

/** The tag of an answer; with included records it has two parts. */
function wholeTag(tag: string, { recordTag }: Exchange): string {
  return recordTag === undefined ? tag : joinTags(recordTag, tag);
}

function checkSize(body: string | Uint8Array, { answerLimit, page }: Exchange): void {
  page?.measured(body.length);
  // A character is at most three bytes: most texts need not be counted.
  if (body.length * 3 <= answerLimit) return;
  const bytes = Buffer.byteLength(body);
  if (bytes <= answerLimit) return;
  const pageRecords = page?.records ?? 0;
  if (pageRecords < 2)
    throw requestError('E_ANSWER_TOO_LARGE', `The answer has ${bytes} bytes, and may have ${answerLimit}.`);
  const pageSize = Math.max(1, Math.floor((pageRecords * answerLimit) / bytes));
  const detail = `The page has ${bytes} bytes, and may have ${answerLimit}: ask for pageSize=${pageSize}, or for fewer fields.`;
  throw requestError('E_PAGE_TOO_LARGE', detail, { extra: { parameter: 'pageSize' } });
}

function noAnswer({ action, controller }: Exchange): HttpError {
  return requestError('E_NO_ANSWER', undefined, {
    hint: `Return the data from ${action} of the controller "${controller}", and wait there for what writes to res.`,
  });
}
