import { loadNegotiator } from '../on-demand.ts';
import { languages } from './languages.ts';

/**
 * Choose the language of messages by `Accept-Language` (RFC 9110 section 12.5.4).
 *
 * @param header - of the request; only its first 1,000 characters are used
 * @param tags - canonical tags for which there are texts besides the built-in ones
 * @returns tag of the language; English when none fits
 */
export function chooseLanguage(header: string | undefined, tags: Iterable<string>): string {
  if (header === undefined) return 'en';
  const available = new Set([...languages.keys(), ...tags, ...SIMPLIFIED_SCRIPT]);
  // The mark of texts for every language, and the wildcard of the header, is no language.
  available.delete('*');
  const Negotiator = loadNegotiator();
  const negotiator = new Negotiator({ headers: { 'accept-language': cut(header) } });
  return simplify(negotiator.language([...available]) ?? 'en');
}

/** The one spelling of a language tag (BCP 47), `zh-CN` for `zh-hans`; undefined when it is none. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag).map(simplify)[0];
  } catch {
    return undefined;
  }
}

/** A tag and the more general ones: `de-AT`, `de`. */
export function generalize(tag: string): readonly string[] {
  const parts = tag.split('-');
  return parts.map((_, position) => parts.slice(0, parts.length - position).join('-'));
}

/** Texts by canonical tag (and `*`); keys that are no language tag are left out. */
export function byLanguage<T>(written: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  const known = parsed.get(written);
  if (known !== undefined) return known as ReadonlyMap<string, T>;
  const texts = new Map<string, T>();
  for (const [tag, text] of Object.entries(written)) {
    const canonical = tag === '*' ? tag : canonicalTag(tag);
    if (canonical !== undefined) texts.set(canonical, text);
  }
  parsed.set(written, texts);
  return texts;
}

// --- internal ---

/** Other names of the Chinese of `zh-CN`. Not `zh`: to the negotiator it would also be a match for `zh-TW`. */
const SIMPLIFIED_SCRIPT: readonly string[] = ['zh-Hans', 'zh-Hans-CN'];

/** Maximum number of characters of a header that are parsed: the cost grows with the number of languages in it. */
const LONGEST = 1000;

/** Texts by language for each object that an author wrote; they are used by every request that fails. */
const parsed = new WeakMap<object, ReadonlyMap<string, unknown>>();

function simplify(tag: string): string {
  return tag === 'zh' || SIMPLIFIED_SCRIPT.includes(tag) ? 'zh-CN' : tag;
}

/** Whole languages only: half of `zh-TW` would be another one. */
function cut(header: string): string {
  if (header.length <= LONGEST) return header;
  return header.slice(0, Math.max(0, header.lastIndexOf(',', LONGEST)));
}
