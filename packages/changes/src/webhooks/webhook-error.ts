import { WorkerError } from '../worker/worker-error.ts';

/**
 * A webhook that cannot be served as it is written.
 *
 * @see docs/errors-packages.md
 */
export class WebhookError extends WorkerError {
  override readonly name = 'WebhookError';
  readonly code = 'E_WEBHOOK';
}
