import type { CompiledAction } from '@rest-gen/logic';
import { isNameless, nameless } from '../controller/writable.ts';
import { StartError } from '../errors.ts';

/**
 * Refuse an action of the base class whose body has a schema that does not say what it names: nothing of it can be mapped to columns.
 *
 * @throws {StartError} `E_LOGIC_BODY`
 */
export function checkNames(
  logic: CompiledAction | undefined,
  name: string,
  action: string,
  file: string | undefined,
): void {
  if (!isNameless(logic)) return;
  throw new StartError('E_LOGIC_BODY', `the logic "${name}": ${action} writes what a schema does not name`, {
    file,
    hint: nameless(name, action),
  });
}
