import { WorkerError } from '../worker/worker-error.ts';

/**
 * A job that cannot be run as it is written.
 *
 * @see docs/errors-packages.md
 */
export class JobError extends WorkerError {
  override readonly name = 'JobError';
  readonly code = 'E_JOB';
}
