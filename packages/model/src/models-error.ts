/** What was wrong before a store could be used: its URL, or its migrations. */
export type ModelsErrorCode = 'E_STORE_URL' | 'E_MIGRATION';

export interface ModelsErrorOptions {
  /** The way out. */
  hint?: string;
  /** The file of the migration it is about. */
  file?: string;
  /** The step of the migration that failed: `createTable('post')`. */
  step?: string;
  cause?: unknown;
}

/**
 * An error in how the models are set up; never one of a single request.
 *
 * `E_STORE_URL`: the address names no store that is supported. `E_MIGRATION`: a migration cannot be loaded, or one of its steps failed.
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
