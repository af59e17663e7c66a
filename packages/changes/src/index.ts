/**
 * Feeds of changes for a rest-gen service.
 *
 * @see docs/changes.md
 * @module
 */
export { createChanges } from './create-changes.ts';
export { CHANGE_CODES, type ChangeCode } from './errors.ts';
export type { ChangesOptions } from './types.ts';
