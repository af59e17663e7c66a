import { ApiError, ConflictError } from './errors.ts';
import type { Id, Paths } from './paths.ts';
import { randomId } from './random-id.ts';
import { type Outgoing, send } from './send.ts';
import { keepTag, recall } from './tag.ts';
import type { ActionOptions, ClientOptions } from './types.ts';
import { writeQuery } from './write-query.ts';

/** Parameters of a call: its own options and those of the query. */
export interface Call extends ActionOptions {
  readonly [parameter: string]: unknown;
}

/** A write of one record. */
export interface Write {
  readonly method: string;
  /** The path of an own action. */
  readonly path?: string;
  /** An id, or a record that was read; none for a resource that is one record. */
  readonly target: Id | undefined;
  readonly body?: unknown;
  readonly call: Call | undefined;
  /** It takes an `Idempotency-Key`. */
  readonly takesKey?: boolean;
  readonly as?: Outgoing['as'];
}

/**
 * Write a record: only as it was read where the target is a record.
 *
 * @throws {TypeError} for a record without an entity tag
 * @throws {ConflictError} where it has changed
 */
export async function writeRecord(
  { method, path: template, target, body, call = {}, takesKey, as }: Write,
  paths: Paths,
  options: ClientOptions,
): Promise<unknown> {
  const { ifMatch, idempotencyKey, signal, headers, ...query } = call;
  const read = isRecord(target) ? recall(target) : undefined;
  if (isRecord(target) && read === undefined) {
    throw new TypeError(
      'This record has no entity tag. Read it with get(), or pass its id. On another origin, add ETag to Access-Control-Expose-Headers.',
    );
  }
  const pathOf = (written?: string): string =>
    read ? paths.ofSegment(read.segment, written) : paths.of(target, written);
  const path = pathOf(template);
  const tag = ifMatch ?? read?.tag;
  const key = takesKey ? (idempotencyKey ?? randomId()) : undefined;
  const request: Outgoing = {
    method,
    path: path + writeQuery(query),
    body,
    isRepeatable: REPEATABLE.has(method) || key !== undefined || (method === 'PATCH' && !!tag),
    signal,
    as,
    headers: { ...(tag && { 'if-match': tag }), ...(key && { 'idempotency-key': key }), ...headers },
  };
  try {
    const answer = await send(request, options);
    return template === undefined ? keepTag(answer, path) : answer.body;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    const item = pathOf();
    const current = send({ method: 'GET', path: item, isRepeatable: true, signal }, options);
    throw new ConflictError(
      error,
      read && target,
      await current.then(
        (answer) => keepTag(answer, item),
        (reason) => ((reason as ApiError).status === 404 ? null : undefined),
      ),
    );
  }
}

// --- internal ---

const REPEATABLE: ReadonlySet<string> = new Set(['PUT', 'DELETE', 'GET']);

function isRecord(target: unknown): target is object {
  return typeof target === 'object' && target !== null && !Array.isArray(target) && !(target instanceof Uint8Array);
}
