import type { ForeignCheck } from '../foreign/foreign-check.ts';
import { MOST_ERRORS } from '../limits.ts';
import { isText } from '../sections.ts';
import type { ActionInput, Failure, RunOptions } from '../types.ts';
import type { FieldPlace } from './check-later.ts';
import { type FoundValue, findValues, readValue } from './find-values.ts';

/**
 * Run the JSON Schemas and Standard Schemas of fields and sections, and set their results in the input.
 *
 * @param failures - earlier failures; new ones are added, up to 100
 * @returns a promise if a schema is asynchronous
 */
export function checkForeign(
  places: readonly FieldPlace[],
  input: ActionInput,
  { textBody, given, namedOnly = false }: RunOptions,
  failures: Failure[],
): undefined | Promise<unknown> {
  const waiting: Promise<void>[] = [];
  for (const { section, path, field } of places) {
    const check = field.foreign as ForeignCheck;
    const text = isText(section, textBody);
    const isGiven = section === 'body' && path.length === 2 && given?.has(field.name) === true;
    const failed = path.length === 1 ? undefined : field;
    for (const found of findValues(input as unknown as Record<string, unknown>, path)) {
      if (failures.length >= MOST_ERRORS) break;
      const value = readValue(found);
      if (value === undefined && failed !== undefined && (isGiven || !check.checksAbsence)) continue;
      const place = { in: section, pointer: found.pointer, field: failed };
      try {
        const result = check.run(value, { text, namedOnly: namedOnly && section === 'body' }, place, failures);
        if (check.async && result instanceof Promise) waiting.push(result.then((later) => put(found, later)));
        else put(found, result);
      } catch (error) {
        // Otherwise a rejected promise next to a thrown error would be an unhandled rejection.
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
