// What a plan says, in words and as rows.

/** `{ comment: { deleted: 12 } }` → `12 comments deleted` */
export const describeChanges = (changes) =>
  Object.entries(changes)
    .flatMap(([table, counts]) =>
      Object.entries(counts).map(
        ([done, count]) => `${count} ${count === 1 ? words(table) : plural(words(table))} ${done}`,
      ),
    )
    .join(', ') || 'Nothing changes';

/**
 * The fields that differ between two records.
 *
 * @returns {[field: string, before: string, after: string][] | undefined} `undefined` where one is something else than a record
 */
export function compareRecords(before, after) {
  if (![before, after].every((one) => one === null || isRecord(one)) || (before ?? after) === null) return undefined;
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => [name, write(before?.[name]), write(after?.[name])])
    .filter(([, old, now]) => old !== now);
}

// --- internal ---

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const write = (value) => (value === undefined ? '' : JSON.stringify(value));
const words = (table) => table.replaceAll('_', ' ');

function plural(name) {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(?:ss|x|z|ch|sh)$/.test(name)) return `${name}es`;
  return name.endsWith('s') ? name : `${name}s`;
}
