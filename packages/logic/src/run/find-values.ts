import { toPointer } from '../to-pointer.ts';

/** A value inside an input, with the object or list that holds it. */
export interface FoundValue {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
  /** JSON Pointer below where the search began. */
  readonly pointer: string;
}

/**
 * Find the values of a field in an input.
 *
 * @param holder - the object in which the path begins
 * @param path - names from there down, `null` for each item of a list
 * @returns where the values are, or would be: an object may lack the last name
 */
export function findValues(holder: Record<string, unknown>, path: readonly (string | null)[]): FoundValue[] {
  const [first, ...rest] = path;
  let found: FoundValue[] = [{ holder, key: first as string, pointer: '' }];
  for (const name of rest) {
    found = found.flatMap((value) => {
      const inside = readValue(value);
      // What has the wrong form was refused, and is the source itself: nothing may be written into it.
      if (typeof inside !== 'object' || inside === null || Array.isArray(inside) !== (name === null)) return [];
      if (name !== null) return [step(value, inside, name)];
      return (inside as readonly unknown[]).map((_item, key) => step(value, inside, key));
    });
  }
  return found;
}

/** The value itself; undefined where there is none, whatever the holder inherits. */
export function readValue({ holder, key }: FoundValue): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

// --- internal ---

function step({ pointer }: FoundValue, inside: object, key: string | number): FoundValue {
  return { holder: inside as FoundValue['holder'], key, pointer: pointer + toPointer([key]) };
}
