import { isDataError } from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';

/**
 * A store that cannot be reached may come back; one without a driver does not while the process runs.
 *
 * @throws {StartError} `E_MODEL_DRIVER`
 */
export function requireDriver(error: unknown): void {
  if (!isDataError(error) || error.code !== 'no_driver') return;
  const { message, hint = 'Install it.' } = error;
  throw new StartError('E_MODEL_DRIVER', message, { hint });
}
