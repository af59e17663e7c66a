import { type Change, keyOf, keyText, type ModelProvider } from '@rest-gen/model/core';

/** Make one change of all those of a record, from how it is stored before the write to how it is stored after it: what was there only meanwhile is left out. */
export async function mergeChanges(models: ModelProvider, changes: readonly Change[]): Promise<readonly Change[]> {
  const merged: Change[] = [];
  /** Where the change of a record is, by the key that the record has now. */
  const places = new Map<string, number>();
  for (const change of changes) {
    const { table, key, after } = change;
    if (key === undefined) {
      merged.push(change);
      continue;
    }
    const name = `${table}\n${keyText(key)}`;
    const place = places.get(name) ?? merged.length;
    const earlier = merged[place];
    merged[place] = earlier === undefined ? change : join(earlier, change);
    places.delete(name);
    const { primaryKey } = await models.repository(table).describe();
    places.set(after === undefined ? name : `${table}\n${keyText(keyOf(after, primaryKey))}`, place);
  }
  return merged.filter(({ before, after }) => before !== undefined || after !== undefined);
}

// --- internal ---

function join(first: Change, next: Change): Change {
  const { key, before } = first;
  const given = [...new Set([...first.given, ...next.given])];
  return { ...next, key, before, given, action: before === undefined ? 'create' : actionOf(first, next) };
}

function actionOf(first: Change, next: Change): Change['action'] {
  // It was deleted, and is there again.
  if (next.action === 'create') return 'update';
  return first.action === 'delete' ? 'delete' : next.action;
}
