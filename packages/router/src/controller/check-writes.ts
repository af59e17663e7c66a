import type { ControllerStatics } from './types.ts';
import { wrongStatic } from './wrong-static.ts';

/**
 * Check what a controller says of its writes.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC` for `upsert`, `requirePrecondition`, `bulk` or `forms` that is neither true nor false
 */
export function checkWrites(
  { upsert = false, requirePrecondition = false, bulk = false, forms = false }: ControllerStatics,
  file: string | undefined,
): void {
  for (const [name, value] of Object.entries({ upsert, requirePrecondition, bulk, forms })) {
    if (typeof value !== 'boolean') throw wrongStatic(name, value, 'true or false', file);
  }
}
