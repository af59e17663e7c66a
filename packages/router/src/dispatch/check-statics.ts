import type { ControllerConstructor } from '../contracts/controller.ts';
import { wrongStatic } from '../wrong-static.ts';

/**
 * Check the values of static members that nothing else reads at start.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC`
 */
export function checkStatics(Class: ControllerConstructor, file: string | undefined): void {
  for (const name of ['upsert', 'requirePrecondition', 'forms', 'lines'] as const) {
    const value: unknown = Class[name];
    if (value !== undefined && typeof value !== 'boolean') throw wrongStatic(name, value, 'true or false', file);
  }
  const { timeout = 0, maxItems = 1 } = Class;
  // A longer delay would overflow the timer and fire at once.
  if (!isWhole(timeout, 0, 2_147_483_647)) throw wrongStatic('timeout', timeout, 'milliseconds, 0 for none', file);
  if (!isWhole(maxItems, 1, 1_000_000_000))
    throw wrongStatic('maxItems', maxItems, 'a whole number from 1 to 1,000,000,000', file);
  checkBulk(Class, file);
}

// --- internal ---

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

function checkBulk({ bulk = false, singleton = false }: ControllerConstructor, file: string | undefined): void {
  // A singleton has no other records.
  const known = singleton ? ['post'] : ['post', 'patch', 'delete'];
  const isKnown = Array.isArray(bulk) ? bulk.every((name) => known.includes(name)) : typeof bulk === 'boolean';
  if (isKnown) return;
  const names = known.map((name) => `'${name}'`).join(', ');
  throw wrongStatic('bulk', bulk, `true, false, or a list of methods: ${names}`, file);
}
