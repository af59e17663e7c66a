import { createHash } from 'node:crypto';
import { CHANGE_PREFIX } from '../schema/recorded-changes.ts';

/**
 * The name of a trigger that records changes: `rest_gen_change_update_post_0a1b2c3d4e`.
 *
 * @param parts - what tells it from others, such as its table and its text: triggers of two tables never have one name, nor do two texts
 */
export function triggerName(event: string, table: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([table, ...parts]))
    .digest('hex');
  return `${CHANGE_PREFIX}${event}_${table.replace(/\W/g, '').slice(0, LONGEST_TABLE)}_${hash.slice(0, 10)}`;
}

// --- internal ---

/** Names of PostgreSQL have 63 bytes. */
const LONGEST_TABLE = 29;
