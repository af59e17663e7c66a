/** Read JSON that a store gave as text; what is no JSON, and what a driver has read already, stays as it is. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
