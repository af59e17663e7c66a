import type { IndexDescription } from 'mongodb';
import type { IndexDefinition } from '../../migrate/table-definition.ts';

/**
 * An index of a collection. A unique one passes over documents that lack one of its fields: as in SQL, null is no value that could be there twice.
 *
 * @param primaryKey - the name of the column that is `_id` in the documents
 */
export function collectionIndex(
  table: string,
  { columns, isUnique }: IndexDefinition,
  primaryKey: string,
): IndexDescription {
  const paths = columns.map((column) => (column === primaryKey ? '_id' : column));
  return {
    name: `${table}_${columns.join('_')}_${isUnique ? 'unique' : 'index'}`,
    key: new Map(paths.map((path) => [path, 1 as const])),
    ...(isUnique && {
      unique: true,
      // Found by every comparison with a value, so that the index serves those too.
      partialFilterExpression: Object.fromEntries(paths.map((path) => [path, { $exists: true }])),
    }),
  };
}
