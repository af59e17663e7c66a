/** A field that does not satisfy its rules. */
export interface ProblemField {
  readonly in: string;
  /** JSON Pointer: `/title`. */
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
}

/** A problem document (RFC 9457). */
export interface Problem {
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: readonly ProblemField[];
  readonly [member: string]: unknown;
}

/**
 * The service refused the request.
 *
 * @see docs/client.md
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** What is wrong, for programs: `E_VALIDATION`; empty if something else than the service answered. */
  readonly code: string;
  readonly title: string;
  /** What is wrong, for people. */
  readonly detail: string;
  /** JSON Pointer of each field that is wrong → its message. */
  readonly fields: Readonly<Record<string, string>>;
  readonly problem: Problem;
  readonly headers: Headers;
  /** An earlier attempt had no answer: it may have done what this one was refused. */
  readonly isUncertain: boolean;

  constructor(status: number, problem: Problem, headers: Headers, isUncertain: boolean) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`);
    const errors: unknown = problem.errors;
    this.status = status;
    this.code = problem.code ?? '';
    this.title = problem.title ?? '';
    this.detail = problem.detail ?? '';
    const named = (Array.isArray(errors) ? errors : []).filter((error) => typeof error?.pointer === 'string');
    // A conflict (409) names its field or fields, or the place of a related record.
    const { field, fields = [field], pointer } = problem;
    if (typeof pointer === 'string') named.push({ pointer, message: this.message });
    else if (Array.isArray(fields))
      for (const name of fields) if (name) named.push({ pointer: `/${name}`, message: this.message });
    this.fields = Object.fromEntries(named.map(({ pointer, message }) => [pointer, message]));
    this.problem = problem;
    this.headers = headers;
    this.isUncertain = isUncertain;
  }
}

/**
 * The record is no longer the one that was read (412).
 *
 * @see docs/client.md
 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
  /** The record that was passed to the call; `undefined` for an id. */
  readonly read: unknown;
  /** The record as it is now; `null` if it does not exist any more, `undefined` if it cannot be read. */
  readonly current: unknown;

  constructor({ status, problem, headers, isUncertain }: ApiError, read: unknown, current: unknown) {
    super(status, problem, headers, isUncertain);
    this.read = read;
    this.current = current;
  }
}

/**
 * There was no answer: the service cannot be reached, or the connection was lost. `cause` is the error of `fetch`.
 *
 * @see docs/client.md
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(method: string, url: string, cause: unknown) {
    super(`${method} ${url} had no answer.`, { cause });
  }
}
