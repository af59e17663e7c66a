/**
 * A job that cannot be run as it is written.
 *
 * @see docs/errors-packages.md
 */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code = 'E_JOB';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}
