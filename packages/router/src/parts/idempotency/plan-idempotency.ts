import type { ControllerStatics } from '../../contracts/controller.ts';
import { wrongStatic } from '../../wrong-static.ts';
import type { IdempotencyPlan } from './types.ts';

/**
 * Read the settings for `Idempotency-Key`: `static idempotent` and `static idempotencyTtl`.
 *
 * @returns `undefined` when its `postAction` does not take keys
 * @throws {StartError} `E_CONTROLLER_STATIC` for an invalid value
 */
export function planIdempotency(
  { idempotent = false, idempotencyTtl: ttl = DAY }: ControllerStatics,
  file: string | undefined,
): IdempotencyPlan | undefined {
  if (typeof idempotent !== 'boolean' && idempotent !== 'required')
    throw wrongStatic('idempotent', idempotent, "true, false or 'required'", file);
  if (!Number.isSafeInteger(ttl) || ttl < 1_000)
    throw wrongStatic('idempotencyTtl', ttl, 'milliseconds, 1,000 at least', file);
  if (idempotent === false) return undefined;
  return { required: idempotent === 'required', ttl };
}

// --- internal ---

const DAY = 24 * 60 * 60 * 1_000;
