import type { ControllerStatics } from '../contracts/controller.ts';

/** Whether a method works on many records: `static bulk`. */
export function isBulk({ bulk = false }: ControllerStatics, method: string): boolean {
  return bulk === true ? method === 'post' : bulk !== false && bulk.includes(method);
}
