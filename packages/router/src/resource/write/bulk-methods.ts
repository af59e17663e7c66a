import type { ResourceStatics } from '../contracts/statics.ts';

/** Whether a method works on many records: `static bulk`. */
export function isBulk({ bulk = false }: ResourceStatics, method: string): boolean {
  return bulk === true ? method === 'post' : bulk !== false && bulk.includes(method);
}
