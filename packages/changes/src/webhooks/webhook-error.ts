/**
 * A webhook that cannot be served as it is written.
 *
 * @see docs/errors-packages.md
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code = 'E_WEBHOOK';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}
