/** Why a store refused, in terms that hold for every store. */
export type DataErrorCode =
  | 'conflict'
  | 'not_null'
  | 'foreign_key'
  | 'invalid_value'
  | 'unknown_field'
  | 'invalid_filter'
  | 'undeclared'
  | 'no_table'
  | 'retry'
  | 'unavailable';

export interface DataErrorOptions {
  /** The field it is about, where the store tells. */
  field?: string;
  /** The way out, for the developer; never shown in production. */
  hint?: string;
  cause?: unknown;
}

/**
 * An error of a store, the same for every provider.
 *
 * The router answers `conflict` and `foreign_key` with 409, `not_null` with 422, `invalid_value` and `undeclared` with 400 in a read, else 422,
 * `unknown_field` and `invalid_filter` with 400 in a read, else 500, `retry` and `unavailable` with 503, `no_table` with 500.
 */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: DataErrorCode;
  readonly field: string | undefined;
  readonly hint: string | undefined;

  constructor(code: DataErrorCode, message: string, options: DataErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.hint = options.hint;
  }
}

/** Whether a value is a {@link DataError}. By name: a program may hold several copies of a package, and adapters bring their own. */
export function isDataError(error: unknown): error is DataError {
  return error instanceof Error && error.name === 'DataError' && 'code' in error;
}
