/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !NO_JSON.some((Class) => value instanceof Class);
}

// --- internal ---

const NO_JSON = [Array, Blob, Date, Error];
