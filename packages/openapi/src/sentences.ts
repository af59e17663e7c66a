/**
 * Write what an operation does, in English: "List issues", "Create an issue".
 *
 * @param verb - `list`, `update many`; of an action of one's own `archive`
 * @param title - the name of a resource in words, in the singular or plural: `blog post`
 * @param kind - which records it is about; `'none'` where the resource has no records, such as `health`
 */
export function writeSummary(verb: string, title: string, kind: 'one' | 'many' | 'none'): string {
  const words = `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
  if (kind === 'none') return `${words} ${title}`;
  const [, first = '', last = title] = /^(.* )?([^ ]+)$/.exec(title) ?? [];
  if (kind === 'many') return `${words} ${first}${toPlural(last)}`;
  const one = `${first}${toSingular(last)}`;
  return UNCOUNTABLE.has(last) ? `${words} ${one}` : `${words} ${articleOf(one)} ${one}`;
}

// --- internal ---

const UNCOUNTABLE = new Set(['data', 'metadata', 'media', 'news', 'series', 'info', 'information', 'feedback']);

const IRREGULAR = new Map([
  ['person', 'people'],
  ['child', 'children'],
]);
const SINGULAR = new Map([...IRREGULAR].map(([one, many]) => [many, one]));

/** `status`, `address` and `analysis` are no plurals. */
const isPlural = (word: string) => (/s$/.test(word) && !/(?:ss|us|is)$/.test(word)) || SINGULAR.has(word);

function toPlural(word: string): string {
  if (UNCOUNTABLE.has(word) || isPlural(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/is$/.test(word)) return `${word.slice(0, -2)}es`;
  return IRREGULAR.get(word) ?? `${word}${/(?:s|x|z|ch|sh)$/.test(word) ? 'es' : 's'}`;
}

function toSingular(word: string): string {
  if (UNCOUNTABLE.has(word) || !isPlural(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return SINGULAR.get(word) ?? word.replace(/(?<=ss|us|x|z|ch|sh)es$|s$/, '');
}

/** By the sound of the first letters: a user, an hour. */
function articleOf(words: string): string {
  if (/^(?:hour|honor|heir)/i.test(words)) return 'an';
  return /^[aeiou]/i.test(words) && !/^(?:uni|us[ae]|eu|one|ur[il])/i.test(words) ? 'an' : 'a';
}
