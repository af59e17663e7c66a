/**
 * Find the known name that a mistyped one most likely means.
 *
 * @returns `undefined` when none is near: more than a third of the letters differ (of a short name, one or two)
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  // Longer names are no typing slips, and comparing them costs their product.
  if (name.length > 64) return undefined;
  let nearest: string | undefined;
  // Two letters that changed places are two changes.
  let least = 1 + (name.length < 4 ? 1 : Math.min(3, Math.max(2, Math.floor(name.length / 3))));
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

// --- internal ---

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (above[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    above = current;
  }
  return above[b.length] as number;
}
