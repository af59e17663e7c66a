import { ApiError, NetworkError, type Problem } from './errors.ts';
import type { CallOptions, ClientOptions } from './types.ts';

/** A request of the client. */
export interface Outgoing extends CallOptions {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: unknown;
  /** Sending it twice does what sending it once does. */
  readonly isRepeatable: boolean;
}

export interface Answer {
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Send a request, and again while that is safe and promises success.
 *
 * @throws {ApiError} for an answer of 400 and above
 * @throws {NetworkError} without an answer
 * @throws the reason of the signal once it is aborted
 */
export async function send(request: Outgoing, options: ClientOptions): Promise<Answer> {
  const { signal } = request;
  const retries = request.isRepeatable ? (options.retries ?? 4) : 0;
  let isUncertain = false;
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await attemptOnce(request, options, isUncertain);
    if (!(outcome instanceof Error)) return outcome;
    signal?.throwIfAborted();
    const wait = waitBefore(attempt, outcome);
    if (attempt >= retries || wait === undefined) throw outcome;
    // 429 and 409 say that nothing was done.
    isUncertain ||= outcome instanceof NetworkError || outcome.status >= 500;
    await sleep(wait, signal);
  }
}

// --- internal ---

const LONGEST_WAIT = 30_000;
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

async function attemptOnce(
  { method, path, body, signal, headers }: Outgoing,
  { baseUrl = '', headers: common, fetch: request = fetch }: ClientOptions,
  isUncertain: boolean,
): Promise<Answer | ApiError | NetworkError> {
  const url = baseUrl.replace(/\/$/, '') + path;
  const own = typeof common === 'function' ? await common() : common;
  let status: number;
  let fields: Headers;
  let text: string;
  try {
    const response = await request(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...own,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    ({ status, headers: fields } = response);
    text = await response.text();
  } catch (cause) {
    return new NetworkError(method, url, cause);
  }
  const value = /json/.test(fields.get('content-type') ?? '') ? parse(text) : text || undefined;
  if (status < 400) return { headers: fields, body: value };
  return new ApiError(status, isProblem(value) ? value : { status }, fields, isUncertain);
}

/** Milliseconds; `undefined` if another attempt is of no use. */
function waitBefore(attempt: number, failure: ApiError | NetworkError): number | undefined {
  const backoff = Math.min(200 * 2 ** attempt, 10_000) * (0.5 + Math.random() / 2);
  if (failure instanceof NetworkError) return backoff;
  const after = failure.headers.get('retry-after') ?? '';
  // 409 with Retry-After: the request with this key is still running.
  if (!TEMPORARY.has(failure.status) && !(failure.status === 409 && after)) return undefined;
  const asked = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  if (!(asked > 0)) return backoff;
  return asked > LONGEST_WAIT ? undefined : asked + backoff;
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
