import type { ModelProvider } from '@rest-gen/model/core';
import { splitKey } from '../list/record-key.ts';

/** Write the key of a record as JSON: `{"id":7}`. Integers are numbers, up to 2^53. */
export async function writeKey(models: ModelProvider, table: string, key: string): Promise<string> {
  const { primaryKey, columns } = await models.repository(table).describe();
  const values = splitKey(key, primaryKey.length);
  const entries = primaryKey.map((name, at) => {
    const text = values[at] ?? '';
    const isNumber = columns.get(name)?.type === 'integer' && Number.isSafeInteger(Number(text));
    return [name, isNumber ? Number(text) : text];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
