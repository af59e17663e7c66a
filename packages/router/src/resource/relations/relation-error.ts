import { columnsOf, type Description, type KeyColumns } from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';
import type { ResourceClass } from '../contracts/table.ts';

/** The relation that is resolved: `comments.author` of a controller or of a policy. */
export interface Place {
  /** What declares it, as errors name it: `the controller "post"`. */
  readonly owner: string;
  readonly file: string | undefined;
  /** The classes of the tables, which say what is shown of a record; `undefined` for a policy, which shows nothing. */
  readonly classes: ReadonlyMap<string, ResourceClass> | undefined;
  readonly path: string;
}

/**
 * Make the error of a relation that cannot be resolved: `E_RELATION`.
 *
 * @param tables - whose foreign keys the error lists
 */
export function relationError(
  { owner, file, path }: Place,
  reason: string,
  hint: string,
  tables: readonly Description[] = [],
): StartError {
  const keys = [...new Set(tables)].map(listKeys).join('');
  return new StartError('E_RELATION', `the relation "${path}" of ${owner}: ${reason}${keys}`, { file, hint });
}

/** The last name of `comments.author`, as the declaration has it. */
export function nameOf({ path }: Place): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** `"a", "b" or "c"` */
export function listNames(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** The columns of a key in a message: `order_id, line_no`. */
export function listColumns(key: KeyColumns): string {
  return columnsOf(key).join(', ');
}

// --- internal ---

function listKeys({ name, foreignKeys }: Description): string {
  if (foreignKeys === undefined) return `; the store does not report the foreign keys of "${name}"`;
  const keys = foreignKeys.map(({ column, table, key }) => `${listColumns(column)} → ${table}.${listColumns(key)}`);
  return `; foreign keys of "${name}": ${keys.join(', ') || 'none'}`;
}
