import type { FailedField } from '../types.ts';
import { byLanguage, chooseLanguage, generalize } from './choose-language.ts';
import { en } from './en.ts';
import type { Language } from './language.ts';
import { languages } from './languages.ts';
import { type Layer, type Texts, textLayers } from './write-message.ts';

/** The messages of one language. */
export interface Wording {
  /** Tag of the language that was chosen. */
  readonly tag: string;
  /** The one whose words are used: English when there is no table for the chosen one. */
  readonly language: Language;
  readonly layers: readonly Layer[];
  /** What is told of the rules of fields, as far as it has been; undefined where a function writes texts, which may write another one each time. */
  readonly told: WeakMap<FailedField, Map<string, Told>> | undefined;
}

/** The message of a rule of a field. */
export interface Told {
  /** Of the rule. */
  readonly argument: unknown;
  readonly message: string;
  /** The argument as JSON text; undefined when it is not shown. */
  readonly expected: string | undefined;
}

/**
 * Prepare what authors wrote: languages, and the order of texts in each, are made once and not for every failure.
 *
 * @returns the wording for a header `Accept-Language`; English without one
 */
export function createWordings(texts: Texts): (acceptLanguage: string | undefined) => Wording {
  const written = writtenTags(texts);
  const byHeader = new Map<string | undefined, Wording>();
  const byTag = new Map<string, Wording>();
  return (acceptLanguage) => {
    const known = byHeader.get(acceptLanguage);
    if (known !== undefined) return known;
    const tag = chooseLanguage(acceptLanguage, written);
    const wording = byTag.get(tag) ?? createWording(texts, tag);
    byTag.set(tag, wording);
    // Clients could send new headers without end.
    if (byHeader.size >= MOST_HEADERS) byHeader.clear();
    if (acceptLanguage === undefined || acceptLanguage.length <= LONGEST_HEADER) byHeader.set(acceptLanguage, wording);
    return wording;
  };
}

// --- internal ---

/** Headers that are remembered, and the characters of the longest of them: browsers send few, and short ones. */
const MOST_HEADERS = 20;
const LONGEST_HEADER = 100;

function createWording(texts: Texts, tag: string): Wording {
  const tags = generalize(tag);
  const table = tags.map((general) => languages.get(general)).find((known) => known !== undefined);
  const asks = typeof texts.own === 'function' || typeof texts.shared === 'function';
  const layers = textLayers(texts, tags, table !== undefined);
  return { tag, language: table ?? en, layers, told: asks ? undefined : new WeakMap() };
}

function writtenTags({ own, shared, custom }: Texts): string[] {
  return [own, shared, ...(custom?.values() ?? [])].flatMap((texts) =>
    typeof texts === 'object' ? [...byLanguage<unknown>(texts).keys()] : [],
  );
}
