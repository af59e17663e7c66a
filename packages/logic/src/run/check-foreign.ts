import type { ForeignCheck } from '../foreign/foreign-check.ts';
import { TEXT_SECTIONS } from '../sections.ts';
import type { ActionInput, Failure, RunOptions } from '../types.ts';
import type { LaterSite } from './check-later.ts';
import { toFailedField } from './collect.ts';
import { type FoundValue, findValues } from './find-values.ts';

/**
 * Check what foreign schemas describe, and put their results into the input.
 *
 * @param failures - takes what fails
 * @returns a promise where a schema takes its time
 */
export function checkForeign(
  sites: readonly LaterSite[],
  input: ActionInput,
  { textBody }: RunOptions,
  failures: Failure[],
): undefined | Promise<unknown> {
  const waiting: Promise<void>[] = [];
  for (const { section, path, field, references } of sites) {
    const check = field.foreign as ForeignCheck;
    const text = TEXT_SECTIONS.has(section) || (section === 'body' && textBody === true);
    const failed = path.length === 1 ? undefined : toFailedField(field, references);
    for (const found of findValues(input as unknown as Record<string, unknown>, path)) {
      const value = found.holder[found.key];
      if (value === undefined && failed !== undefined && !check.judgesAbsence) continue;
      const result = check.run(value, { text }, { in: section, pointer: found.pointer, field: failed }, failures);
      if (result instanceof Promise) waiting.push(result.then((later) => put(found, later)));
      else put(found, result);
    }
  }
  return waiting.length === 0 ? undefined : Promise.all(waiting);
}

// --- internal ---

function put({ holder, key }: FoundValue, value: unknown): void {
  if (value !== undefined || Object.hasOwn(holder, key)) holder[key] = value;
}
