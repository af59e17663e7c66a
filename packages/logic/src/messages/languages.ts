import { en } from './en.ts';
import type { Language } from './language.ts';
import { zhCN } from './zh-cn.ts';

/** The languages that have a text for every rule, by tag. */
export const languages: ReadonlyMap<string, Language> = new Map([en, zhCN].map((language) => [language.tag, language]));

/** Every rule that has a text: the vocabulary, the conditions, and what can fail without being a rule. */
export const textRules: readonly string[] = Object.keys(en.texts);
