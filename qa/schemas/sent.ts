import type { Row } from './databases.ts';
import { isTextInBytes, type Shown } from './values.ts';
import type { Walk } from './walk.ts';

/** Set at each write, by the models or by a trigger. */
export const UPDATE_TIMES: ReadonlySet<string> = new Set(['updated_at', 'updatedAt', 'last_update']);
export const isUpdateTime = (name: string): boolean => UPDATE_TIMES.has(name);

/** A record as a client sends it that knows what GET hides. Days that are none, and text in a column of bytes, cannot be written (docs/models.md). */
export function withHidden({ endpoint, table }: Walk, record: Shown, row: Row): Shown {
  const hidden = Object.entries(pick(row, endpoint.hidden)).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ]);
  const shown = Object.entries(record).map(([name, value]) => {
    if (isTextInBytes(table, name, row)) return [name, Buffer.from(String(value)).toString('base64')];
    return [name, isNoDay(value) ? SOME_DAY : value];
  });
  return Object.fromEntries([...shown, ...hidden]);
}

/** Whether a record that is added may have another value than the one that it is a copy of. */
export function isOwn({ table }: Walk, name: string, row: Row, sent: Shown): boolean {
  return isUpdateTime(name) || !(name in sent) || isNoDay(row[name]) || isTextInBytes(table, name, row);
}

export function pick(record: Shown, names: ReadonlySet<string>): Shown {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
}

export function without(row: Row, isLeftOut: (name: string) => boolean): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isLeftOut(name)));
}

// --- internal ---

const SOME_DAY = '2031-01-01';

/** `0000-00-00`, of old versions of MySQL. */
function isNoDay(value: unknown): boolean {
  return /^0000-00-00/.test(String(value));
}
