import { nearest } from '@rest-gen/logic/common';
import { DataError } from './data-error.ts';
import type { Column, Description } from './types.ts';

/**
 * Look up a field among the described columns.
 *
 * @throws {DataError} `unknown_field`, naming the field and the nearest column
 */
export function findColumn(name: string, description: Description): Column {
  const column = description.columns.get(name);
  if (column !== undefined) return column;
  const meant = nearest(name, description.columns.keys());
  throw new DataError('unknown_field', `"${description.name}" has no field "${name}"`, {
    field: name,
    hint:
      meant === undefined
        ? `Its fields are ${[...description.columns.keys()].join(', ')}.`
        : `Did you mean "${meant}"?`,
  });
}
