// Search of operations: in what the list shows, then in descriptions and names of fields, then both with one typo.

import { readParameters } from './pick-operation.js';

/**
 * Create a search.
 *
 * @param {string[]} shown - the text of each operation in the list
 * @param {string[]} hidden - other words of each operation
 * @returns {(text: string) => Set<number>} the operations that have all words
 */
export function createSearch(shown, hidden) {
  const titles = shown.map((text) => read(text));
  const texts = shown.map((text, index) => read(`${text} ${hidden[index] ?? ''}`));
  return (text) => {
    const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [places, has] of [
      [titles, hasWord],
      [texts, hasWord],
      [titles, hasNearWord],
      [texts, hasNearWord],
    ]) {
      const found = places.flatMap((place, index) => (asked.every((word) => has(place, word)) ? [index] : []));
      if (found.length > 0) return new Set(found);
    }
    return new Set();
  };
}

/** The words of an operation that the list does not show: its description, parameters and fields. */
export function wordsOf(document, { path, operation }) {
  const words = [operation.description ?? ''];
  for (const { name, description = '' } of readParameters(document, path, operation)) words.push(name, description);
  const visited = new Set();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (typeof value.$ref === 'string') visit(document.components?.schemas?.[value.$ref.split('/').pop()]);
    for (const [name, field] of Object.entries(value.properties ?? {})) {
      words.push(name, field.description ?? '');
      visit(field);
    }
    for (const one of [value.items, ...(value.anyOf ?? []), ...(value.oneOf ?? []), ...(value.allOf ?? [])]) visit(one);
  };
  const bodies = [operation.requestBody, ...Object.values(operation.responses ?? {})];
  for (const body of bodies) for (const { schema } of Object.values(body?.content ?? {})) visit(schema);
  return [...new Set(words.join(' ').split(/\s+/))].join(' ');
}

// --- internal ---

const read = (text) => {
  const lower = text.toLowerCase();
  return { text: lower, words: [...new Set(lower.split(/[^\p{L}\p{N}]+/u))] };
};
const hasWord = ({ text }, word) => text.includes(word);
const hasNearWord = (place, word) => hasWord(place, word) || place.words.some((one) => isNear(one, word));

/** Say whether a word, or its beginning, is another with at most one letter wrong, missing, added or exchanged. */
function isNear(word, asked) {
  if (asked.length < 4) return false;
  let same = 0;
  while (same < asked.length && word[same] === asked[same]) same += 1;
  const [left, right] = [word.slice(same), asked.slice(same)];
  return (
    left.startsWith(right.slice(1)) ||
    left.slice(1).startsWith(right.slice(1)) ||
    left.slice(1).startsWith(right) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2).startsWith(right.slice(2)))
  );
}
