import { toFailedField } from '../declaration/to-failed-field.ts';
import type { ForeignCheck } from '../foreign/foreign-check.ts';
import { MOST_ERRORS } from '../limits.ts';
import { isText } from '../sections.ts';
import type { ActionInput, Failure, RunOptions } from '../types.ts';
import type { LaterSite } from './check-later.ts';
import { type FoundValue, findValues, readValue } from './find-values.ts';

/**
 * Check what foreign schemas describe, and put their results into the input.
 *
 * @param failures - what failed before, and takes what fails; after 100 the input is not ready, and there is nothing more to find
 * @returns a promise where a schema takes its time
 */
export function checkForeign(
  sites: readonly LaterSite[],
  input: ActionInput,
  { textBody, given }: RunOptions,
  failures: Failure[],
): undefined | Promise<unknown> {
  const waiting: Promise<void>[] = [];
  for (const { section, path, field, references } of sites) {
    const check = field.foreign as ForeignCheck;
    const text = isText(section, textBody);
    const isGiven = section === 'body' && path.length === 2 && given?.has(field.name) === true;
    const failed = path.length === 1 ? undefined : toFailedField(field, references);
    for (const found of findValues(input as unknown as Record<string, unknown>, path)) {
      if (failures.length >= MOST_ERRORS) break;
      const value = readValue(found);
      if (value === undefined && failed !== undefined && (isGiven || !check.judgesAbsence)) continue;
      const place = { in: section, pointer: found.pointer, field: failed };
      try {
        const result = check.run(value, { text }, place, failures);
        if (check.async && result instanceof Promise) waiting.push(result.then((later) => put(found, later)));
        else put(found, result);
      } catch (error) {
        // What is thrown beside a promise that fails would leave that one to the process.
        waiting.push(Promise.reject(error));
      }
    }
  }
  return waiting.length === 0 ? undefined : Promise.all(waiting);
}

// --- internal ---

function put({ holder, key }: FoundValue, value: unknown): void {
  if (value !== undefined || Object.hasOwn(holder, key)) holder[key] = value;
}
