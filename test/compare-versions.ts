/**
 * Compare two versions by their numbers; a pre-release is below its release.
 *
 * @returns less than, equal to or greater than 0
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const different = left.findIndex((part, index) => part !== right[index]);
  return different === -1 ? 0 : (left[different] ?? 0) - (right[different] ?? 0);
}

/** `'5.2.1'` → 5. */
export function majorOf(version: string): number {
  return partsOf(version)[0] ?? 0;
}

// --- internal ---

/** `'8.0.0-beta.2'` → `[8, 0, 0, 0]`, `'8.0.0'` → `[8, 0, 0, 1]`. */
function partsOf(version: string): number[] {
  const [release = '', preRelease] = version.split('+', 1)[0]?.split(/-(.*)/s) ?? [];
  return [...release.split('.').map(Number), preRelease === undefined ? 1 : 0];
}
