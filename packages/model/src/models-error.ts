/**
 * The address of the store, its migrations, or policies that are not loaded.
 *
 * @see docs/errors-models.md
 */
export type ModelsErrorCode = 'E_STORE_URL' | 'E_MIGRATION' | 'E_POLICIES';

/**
 * What a {@link ModelsError} knows besides its code and message.
 *
 * @see docs/errors-models.md
 */
export interface ModelsErrorOptions {
  /** How to fix it, in one sentence. */
  hint?: string | undefined;
  /** The file of the migration. */
  file?: string;
  /** The step of the migration that failed: `createTable('post')`. */
  step?: string | undefined;
  cause?: unknown;
}

/**
 * An error in the setup of the models; queries reject with a `DataError`.
 *
 * `E_STORE_URL`: the address of the store is not supported. `E_MIGRATION`: a migration cannot be loaded, or one of its steps failed. `E_POLICIES`: the policies
 * are not loaded yet.
 *
 * @see docs/errors-models.md
 */
export class ModelsError extends Error {
  override readonly name = 'ModelsError';
  readonly code: ModelsErrorCode;
  readonly hint: string | undefined;
  readonly file: string | undefined;
  readonly step: string | undefined;

  constructor(code: ModelsErrorCode, message: string, options: ModelsErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.file = options.file;
    this.step = options.step;
  }
}
