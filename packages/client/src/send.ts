import { ApiError, NetworkError, type Problem } from './errors.ts';
import { isObject } from './is-object.ts';
import type { CallOptions, ClientOptions } from './types.ts';
import { writeBody } from './write-body.ts';

/** A request of the client. */
export interface Outgoing extends CallOptions {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: unknown;
  /** Sending it twice does what sending it once does. */
  readonly isRepeatable: boolean;
  /** The answer is a file: its bytes, or a stream of them. Default: JSON is its value, text is text, everything else a `Blob`. */
  readonly as?: 'blob' | 'stream' | undefined;
}

/** Options of a client that sends its writes otherwise: as plans. */
export interface Rerouted extends ClientOptions {
  readonly via?: (request: Outgoing) => Promise<Answer>;
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
  const { via } = options as Rerouted;
  if (via && request.method !== 'GET') return via(request);
  const retries = request.isRepeatable ? (options.retries ?? 4) : 0;
  let isUncertain = false;
  for (let attempt = 0; ; attempt += 1) {
    refuseAborted(signal);
    const outcome = await attemptOnce(request, options, isUncertain);
    if (!(outcome instanceof Error)) return outcome;
    refuseAborted(signal);
    const wait = waitBefore(attempt, outcome);
    if (attempt >= retries || wait === undefined) throw outcome;
    // 429 and 409 say that nothing was done.
    isUncertain ||= outcome instanceof NetworkError || outcome.status >= 500;
    await sleep(wait, signal);
  }
}

/** What `Retry-After` asks for, in milliseconds; `NaN` without it. */
export function retryAfter(headers: Headers): number {
  const after = headers.get('retry-after') ?? '';
  return /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
}

/** @throws the reason of the signal once it is aborted */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(reasonOf(signal as AbortSignal));
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

// --- internal ---

const LONGEST_WAIT = 30_000;
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

async function attemptOnce(
  { method, path, body, signal, headers, as }: Outgoing,
  { baseUrl = '', headers: common, fetch: request = fetch }: ClientOptions,
  isUncertain: boolean,
): Promise<Answer | ApiError | NetworkError> {
  const url = baseUrl.replace(/\/$/, '') + path;
  const own = typeof common === 'function' ? await common() : common;
  const fields = new Headers({ accept: 'application/json, */*;q=0.1' });
  const written = writeBody(body);
  if (written.type) fields.set('content-type', written.type);
  for (const some of [own, headers]) for (const name in some) fields.set(name, some[name] as string);
  const init: RequestInit = { method, headers: fields, body: written.body, signal: signal ?? null };
  // A POST that follows a redirect becomes a GET: its answer would pass for the record.
  if (method !== 'GET') init.redirect = 'manual';
  let response: Response;
  let value: unknown;
  try {
    response = await request(url, init);
    value = await readBody(response, response.ok ? as : undefined);
  } catch (cause) {
    return new NetworkError(method, url, cause);
  }
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && value instanceof SyntaxError) return new NetworkError(method, url, value);
  if (response.ok && (as || !type.startsWith('text/html'))) return { headers: response.headers, body: value };
  const problem = isObject(value) ? (value as Problem) : { detail: explain(response, type) };
  return new ApiError(response.status, problem, response.headers, isUncertain);
}

async function readBody(response: Response, as: Outgoing['as']): Promise<unknown> {
  if (as) return as === 'stream' ? response.body : response.blob();
  const type = response.headers.get('content-type') ?? '';
  if (/json/.test(type)) return parse(await response.text());
  if (type === '' || type.startsWith('text/')) return (await response.text()) || undefined;
  return response.blob();
}

/** `signal.throwIfAborted` is missing in React Native. */
function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** Some versions of React Native have none. */
function reasonOf({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' });
}

/** What is wrong with an answer that is no problem document. */
function explain({ ok, status, type: kind }: Response, type: string): string {
  if (ok) return `The answer is ${type}: something else than the service has sent it. Check baseUrl.`;
  const isRedirect = kind === 'opaqueredirect' || (status > 300 && status < 304) || status === 307 || status === 308;
  return isRedirect ? 'The answer is a redirect. Set baseUrl to where it leads.' : `The service answered ${status}.`;
}

/** Milliseconds; `undefined` if another attempt is of no use. */
function waitBefore(attempt: number, failure: ApiError | NetworkError): number | undefined {
  const backoff = Math.min(200 * 2 ** attempt, 10_000) * (0.5 + Math.random() / 2);
  if (failure instanceof NetworkError) return backoff;
  const asked = retryAfter(failure.headers);
  // 409 with Retry-After: the request with this key is still running.
  if (!TEMPORARY.has(failure.status) && !(failure.status === 409 && failure.headers.has('retry-after')))
    return undefined;
  if (!(asked > 0)) return backoff;
  return asked > LONGEST_WAIT ? undefined : asked + backoff;
}

/** A response that was cut off is a `SyntaxError`. */
function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    return error;
  }
}
