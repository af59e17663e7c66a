import { types } from 'node:util';

/**
 * Why a store refused, in terms that hold for every store.
 *
 * @see docs/errors-models.md
 */
export type DataErrorCode =
  | 'conflict'
  | 'not_null'
  | 'foreign_key'
  | 'invalid_value'
  | 'unknown_field'
  | 'invalid_filter'
  | 'undeclared'
  | 'no_driver'
  | 'no_table'
  | 'no_policy'
  | 'forbidden'
  | 'unauthorized'
  | 'permission_denied'
  | 'retry'
  | 'unavailable';

/**
 * What an error of a store knows besides its code and message.
 *
 * @see docs/errors-models.md
 */
export interface DataErrorOptions {
  /** The field it is about, where the store tells. */
  field?: string | undefined;
  /** The fields, where a constraint has several: a unique index, a check. */
  fields?: readonly string[] | undefined;
  /** The value that cannot be used. It decides whether the client sent it; it is neither answered nor logged. */
  value?: unknown;
  /** The place of the refused record among several that were to be inserted, where the store tells. */
  index?: number | undefined;
  /** How to fix it, for the developer; never shown in production. */
  hint?: string | undefined;
  cause?: unknown;
}

/**
 * An error of a store, the same for every provider.
 *
 * Where the client caused it, the router answers `conflict` and `foreign_key` with 409, `not_null`, `invalid_value`, `invalid_filter` and `undeclared`
 * with 400, 404 or 422, by where the value was sent; else with 500, as `unknown_field` and `no_table`. `permission_denied` is 403, and logged; `retry`,
 * `unavailable` and `no_driver` are 503.
 *
 * @see docs/errors-models.md
 */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: DataErrorCode;
  /** The first of `fields`. */
  readonly field: string | undefined;
  readonly fields: readonly string[];
  readonly hint: string | undefined;
  readonly index: number | undefined;
  declare readonly value: unknown;

  constructor(code: DataErrorCode, message: string, options: DataErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? (options.field === undefined ? [] : [options.field]);
    this.field = options.field ?? this.fields[0];
    this.hint = options.hint;
    this.index = options.index;
    // Not enumerable: whatever prints the error leaves it out.
    Object.defineProperty(this, 'value', { value: options.value });
  }
}

/** Whether a value is a {@link DataError}. By name: a program may hold several copies of a package, and adapters bring their own. */
export function isDataError(error: unknown): error is DataError {
  return isError(error) && error.name === 'DataError' && 'code' in error;
}

/** Whether a value is an error, of another realm too: inside a `vm` context, as Jest uses, errors of Node's core are not `instanceof Error`. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
