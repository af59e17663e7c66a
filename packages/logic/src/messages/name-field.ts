import type { FailedField, Failure } from '../failure.ts';
import { nearest } from '../nearest.ts';
import { shorten } from '../shorten.ts';
import { listShort } from './describe-argument.ts';
import type { Language } from './language.ts';

/** Name of what failed, as messages show it; a key that a client chose is cut to 40 characters. */
export function nameField(failure: Failure, language: Language): string {
  if (failure.rule === 'unknown') return shorten(lastKey(failure), LONGEST_KEY);
  const { field, in: section } = failure;
  const names = typeof field?.label === 'string' ? [field.label] : (field?.label ?? []);
  const below = keysBelow(failure).map((key) => (isPosition(key) ? null : shorten(decode(key), LONGEST_KEY)));
  // The names of something buried deep would bury the message.
  return language.label(below.length > MOST_BELOW ? names : [...names, ...below], language.sections[section]);
}

/** Path of a failure, `/tags/*\/name`: that of the field, and the rest of the pointer inside its schema. */
export function pathOf(failure: Failure): string {
  const below = keysBelow(failure).map((key) => (isPosition(key) ? '/*' : `/${key}`));
  return (failure.field?.path ?? '') + below.join('');
}

/** Whether a pointer is below a declared field. */
export function isBelow(pointer: string, { path }: FailedField): boolean {
  return depthOf(pointer) > depthOf(path);
}

/** The hint for an undeclared key; `''` when the names are unknown. */
export function hintUnknown(failure: Failure, language: Language): string {
  const { names } = failure;
  if (names === undefined) return '';
  const near = nearest(lastKey(failure), names);
  if (near !== undefined) return language.didYouMean(near);
  return names.length === 0 ? language.noField : language.theFieldsAre(listShort(names, language));
}

// --- internal ---

/** Longest part of a key that a message repeats, in UTF-16 units. */
const LONGEST_KEY = 40;

/** Maximum number of names below a declared field. */
const MOST_BELOW = 5;

/** The part of the pointer below the declared field; all of it without a field. */
function keysBelow({ pointer, field }: Failure): string[] {
  return pointer.split('/').slice((field?.path ?? '').split('/').length);
}

function depthOf(pointer: string): number {
  let depth = 0;
  for (let at = pointer.indexOf('/'); at !== -1; at = pointer.indexOf('/', at + 1)) depth += 1;
  return depth;
}

function lastKey({ pointer }: Failure): string {
  return decode(pointer.slice(pointer.lastIndexOf('/') + 1));
}

function isPosition(key: string): boolean {
  return /^\d+$/.test(key);
}

function decode(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
