import type { Failure } from '../failure.ts';
import { type ForeignCheck, unnamedFailure } from '../foreign/foreign-check.ts';
import { isNamed, type NamedMembers } from '../foreign/named-members.ts';
import { isPlainObject } from '../is-object.ts';
import { MOST_ERRORS } from '../refusal.ts';
import { isText, SECTIONS } from '../sections.ts';
import type { ActionInput, RunOptions } from '../types.ts';
import { type FoundValue, findValues, type LocatedField, valueAt } from './list-fields.ts';

/**
 * Run the JSON Schemas and Standard Schemas of fields and sections, and set their results in the input.
 *
 * @param failures - earlier failures; new ones are added, up to 100
 * @returns a promise if a schema is asynchronous
 */
export function checkForeign(
  places: readonly LocatedField[],
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
      const value = valueAt(found);
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

/** One failure for each place, in the order of the sections, since schemas run after all fields. */
export function selectFailures(failures: readonly Failure[]): Failure[] {
  // A value that cannot be kept fails before its schema has seen it, and may fail there too.
  const first = new Map(failures.toReversed().map((failure) => [`${failure.in}${failure.pointer}`, failure]));
  return failures
    .filter((failure) => first.get(`${failure.in}${failure.pointer}`) === failure)
    .sort((a, b) => SECTIONS.indexOf(a.in) - SECTIONS.indexOf(b.in));
}

/**
 * Refuse members of a body that its schema does not name, even if the schema accepts them.
 *
 * @param members - what the schema names; `undefined` refuses none
 */
export function failUnnamed(body: unknown, members: NamedMembers | undefined, failures: Failure[]): void {
  if (members === undefined || !isPlainObject(body)) return;
  for (const name of Object.keys(body)) {
    if (failures.length >= MOST_ERRORS) return;
    if (isNamed(name, members) !== false) continue;
    failures.push(unnamedFailure(name, members, { in: 'body', pointer: '' }));
  }
}

// --- internal ---

function put({ holder, key }: FoundValue, value: unknown): void {
  if (value !== undefined || Object.hasOwn(holder, key)) holder[key] = value;
}
