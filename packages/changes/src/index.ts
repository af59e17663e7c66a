/**
 * Feeds of changes, and history, for a rest-gen service.
 *
 * @see docs/changes.md
 * @module
 */
export { createChanges } from './create-changes.ts';
export { CHANGE_CODES, type ChangeCode } from './errors.ts';
export type { ChangesOptions, HistoryEntry, HistoryOptions } from './types.ts';
