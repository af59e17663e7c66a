import type { FailedField } from '../failure.ts';
import { byLanguage, canonicalTag, chooseLanguage, generalize } from './choose-language.ts';
import { en } from './en.ts';
import type { Language } from './language.ts';
import { languages } from './languages.ts';
import { type Layer, type Texts, textLayers } from './write-message.ts';

/** The messages of one language. */
export interface Wording {
  /** Tag of the language that was chosen. */
  readonly tag: string;
  /** The built-in language: English if there is none for the tag. */
  readonly language: Language;
  readonly layers: readonly Layer[];
  /** Messages written so far, by field and rule; undefined if functions write them, since their results may differ. */
  readonly cache: WeakMap<FailedField, Map<string, CachedMessage>> | undefined;
}

/** The message of a rule of a field. */
export interface CachedMessage {
  /** Argument of the rule. */
  readonly argument: unknown;
  readonly message: string;
  /** The argument as JSON text; undefined when it is not shown. */
  readonly expected: string | undefined;
}

/**
 * Prepare the messages of a logic and a program, once for each language.
 *
 * @returns the wording for a header `Accept-Language`; English without one. A `language` that the program names comes first
 */
export function createWordings(texts: Texts): (acceptLanguage: string | undefined, language?: string) => Wording {
  const written = writtenTags(texts);
  const byHeader = new Map<string | undefined, Wording>();
  const byTag = new Map<string, Wording>();
  const ofTag = (tag: string): Wording => {
    const known = byTag.get(tag);
    if (known !== undefined) return known;
    const wording = createWording(texts, tag);
    if (byTag.size >= MOST_HEADERS) byTag.clear();
    byTag.set(tag, wording);
    return wording;
  };
  return (acceptLanguage, language) => {
    // A function may write any language.
    const named = language && haveFunctions(texts) ? canonicalTag(language) : undefined;
    if (named !== undefined) return ofTag(named);
    const header = language || acceptLanguage;
    const known = byHeader.get(header);
    if (known !== undefined) return known;
    const wording = ofTag(chooseLanguage(header, written));
    if (byHeader.size >= MOST_HEADERS) byHeader.clear();
    if (header === undefined || header.length <= LONGEST_HEADER) byHeader.set(header, wording);
    return wording;
  };
}

// --- internal ---

/** Limits of the caches: clients can send any number of different headers, and browsers send few short ones. */
const MOST_HEADERS = 20;
const LONGEST_HEADER = 100;

function createWording(texts: Texts, tag: string): Wording {
  const tags = generalize(tag);
  const table = tags.map((general) => languages.get(general)).find((known) => known !== undefined);
  const layers = textLayers(texts, tags, table !== undefined);
  return { tag, language: table ?? en, layers, cache: haveFunctions(texts) ? undefined : new WeakMap() };
}

/** Whether functions write messages. */
function haveFunctions({ own, shared }: Texts): boolean {
  return typeof own === 'function' || typeof shared === 'function';
}

function writtenTags({ own, shared, custom }: Texts): string[] {
  return [own, shared, ...(custom?.values() ?? [])].flatMap((texts) =>
    typeof texts === 'object' ? [...byLanguage<unknown>(texts).keys()] : [],
  );
}
