import { literal } from '../render.ts';

/** A name as the key of an object: `post`, `'order-items'`. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}
