import type { RequestContext } from '../controller/types.ts';
import type { ActionPlan } from '../dispatch/types.ts';
import { type HttpError, requestError } from '../errors.ts';
import { follow } from '../follow.ts';
import { conditional } from './conditional.ts';
import { copyHeaders, setDefault } from './headers.ts';
import { openStream, toStream } from './streams.ts';
import type { ReadyAnswer } from './types.ts';
import { tagOfShown, writeBody } from './write-body.ts';

/**
 * Make an answer of what an action returned, or gave to `success`: 200 with data, 204 without.
 *
 * @returns a promise where something takes its time: a stream that opens, an envelope
 * @throws {HttpError} 500 `E_NO_ANSWER` when a GET or QUERY returns nothing; 500 `E_ANSWER_TOO_LARGE`, or 400 `E_PAGE_TOO_LARGE` for a page of several
 * records; whatever `JSON.stringify`, `envelope` and a stream that does not open throw
 */
export function toAnswer(
  value: unknown,
  context: RequestContext,
  plan: ActionPlan,
): ReadyAnswer | Promise<ReadyAnswer> {
  const { answer } = context;
  const data = answer ? answer.data : value;
  const headers = answer ? copyHeaders(answer.headers) : {};
  if (data === undefined) {
    if (!answer && (plan.method === 'GET' || plan.method === 'QUERY')) throw noAnswer(context);
    return { status: answer?.status ?? 204, headers, body: undefined };
  }
  const status = answer?.status ?? 200;
  // A status that has no body (RFC 9110 section 6.4.1).
  if (BODILESS.has(status)) return { status, headers, body: undefined };
  const stream = toStream(data);
  if (stream ?? data instanceof Uint8Array) {
    setDefault(headers, 'Content-Type', 'application/octet-stream');
    if (!stream) return complete({ status, headers, context, data }, data as Uint8Array);
    return openStream(stream, context.signal).then(() => ({ status, headers, body: stream }));
  }
  setDefault(headers, 'Content-Type', 'application/json; charset=utf-8');
  const draft: Draft = { status, headers, context, data };
  return answer?.tagged ? follow(tagOfShown(data, context), draft, tag) : write(draft);
}

// --- internal ---

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** An answer whose body is not written yet. */
interface Draft {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly context: RequestContext;
  readonly data: unknown;
}

function tag(draft: Draft, shown: string): ReadyAnswer | Promise<ReadyAnswer> {
  setDefault(draft.headers, 'ETag', shown);
  return write(draft);
}

function write(draft: Draft): ReadyAnswer | Promise<ReadyAnswer> {
  const { data, context, status } = draft;
  return follow(writeBody(data, context, status, context.action), draft, complete);
}

function complete({ status, headers, context }: Draft, body: string | Uint8Array): ReadyAnswer {
  checkSize(body, context);
  return conditional({ status, headers, body }, context.req, context.res);
}

function checkSize(body: string | Uint8Array, { answerLimit, pageRecords = 0 }: RequestContext): void {
  // A character is at most three bytes: most texts need not be counted.
  if (body.length * 3 <= answerLimit) return;
  const bytes = Buffer.byteLength(body);
  if (bytes <= answerLimit) return;
  if (pageRecords < 2)
    throw requestError('E_ANSWER_TOO_LARGE', `The answer has ${bytes} bytes, and may have ${answerLimit}.`);
  const pageSize = Math.max(1, Math.floor((pageRecords * answerLimit) / bytes));
  const detail = `The page has ${bytes} bytes, and may have ${answerLimit}: ask for pageSize=${pageSize}, or for fewer fields.`;
  throw requestError('E_PAGE_TOO_LARGE', detail, { extra: { parameter: 'pageSize' } });
}

function noAnswer({ action, controller }: RequestContext): HttpError {
  return requestError('E_NO_ANSWER', undefined, {
    hint: `Return the data from ${action} of the controller "${controller}", and wait there for what writes to res.`,
  });
}
