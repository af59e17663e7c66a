import type { Environment } from '../environment.ts';
import type { Catalogue, Failure, MessageContext, Messages } from '../failure.ts';
import { shorten } from '../shorten.ts';
import { byLanguage } from './choose-language.ts';
import { lastNumber } from './describe-argument.ts';
import type { Language, Text } from './language.ts';
import { pathOf } from './name-field.ts';

/** The texts that authors wrote. */
export interface Texts {
  /** Texts of the logic. */
  readonly own?: Messages | undefined;
  /** Texts of the program. */
  readonly shared?: Messages | undefined;
  /** Texts of custom rules, by rule and language. */
  readonly custom?: ReadonlyMap<string, Readonly<Record<string, string>>> | undefined;
}

/** A failure with the values of placeholders. */
export interface Subject {
  readonly failure: Failure;
  /** The language that was chosen. */
  readonly tag: string;
  /** The one whose words are used: English when there is no table for the chosen one. */
  readonly language: Language;
  readonly name: string;
  /** `''` when the argument must stay hidden. */
  readonly args: string;
  readonly hidden: boolean;
  /** The argument in JSON. */
  readonly value: unknown;
  readonly expected: unknown;
  readonly environment: Partial<Environment>;
}

/** One source of texts; `rest` is the text of the sources after it. */
export type Layer = (subject: Subject, rest: () => string) => string | undefined;

/**
 * The sources of texts, first the one that counts most.
 *
 * @param tags - the chosen language and the more general ones
 * @param hasTable - whether there is a built-in table for one of them
 */
export function textLayers(texts: Texts, tags: readonly string[], hasTable: boolean): readonly Layer[] {
  const english = written(withoutFunctions(texts), ['en']);
  const table = hasTable ? [ofTable] : [];
  return [ofField, ...written(texts, [...tags, '*']), inItsWords, ...table, ...english, ofTable, ofSchema];
}

/**
 * Write the text of the first source that has one.
 *
 * @param from - index of the first source. Default 0
 */
export function writeMessage(subject: Subject, layers: readonly Layer[], from = 0): string {
  const layer = layers[from];
  if (layer === undefined) return invalid(subject);
  const rest = () => writeMessage(subject, layers, from + 1);
  return layer(subject, rest) ?? rest();
}

// --- internal ---

/** Longest text of a schema of someone else, in UTF-16 units: it may repeat what was sent. */
const LONGEST_TEXT = 500;

const PLACES = /\{(?:name|args)\}/g;

function written({ own, shared, custom }: Texts, tags: readonly string[]): Layer[] {
  return [ofMessages(own, tags), ofMessages(shared, tags), ofCustomRule(custom, tags)];
}

/** Call a function once, not again for the English text. */
function withoutFunctions({ own, shared, custom }: Texts): Texts {
  return {
    own: typeof own === 'function' ? undefined : own,
    shared: typeof shared === 'function' ? undefined : shared,
    custom,
  };
}

const ofField: Layer = (subject) => {
  const { message } = subject.failure.field ?? {};
  return fillIn(typeof message === 'string' ? message : ownText(message, subject.failure.rule), subject);
};

function ofMessages(messages: Messages | undefined, tags: readonly string[]): Layer {
  if (messages === undefined) return () => undefined;
  if (typeof messages === 'object') {
    const catalogues = byLanguage(messages);
    return (subject) => fillIn(findText(catalogues, tags, subject.failure), subject);
  }
  return (subject, rest) => {
    const usual = rest();
    const text: unknown = messages(tellFunction(subject, usual));
    return typeof text === 'string' && text !== '' ? text : usual;
  };
}

function tellFunction(subject: Subject, message: string): MessageContext {
  const { failure, tag: language, name, args, expected, environment } = subject;
  const { in: section, pointer, rule } = failure;
  return { in: section, pointer, rule, name, args, expected, language, message, environment };
}

function ofCustomRule(custom: Texts['custom'], tags: readonly string[]): Layer {
  return (subject) => {
    const written = custom?.get(subject.failure.rule);
    if (written === undefined) return undefined;
    const texts = byLanguage(written);
    return fillIn(
      tags.map((tag) => texts.get(tag)).find((text) => text !== undefined),
      subject,
    );
  };
}

/** Rules for which the message of a schema is more specific than the built-in one. */
function inItsWords(subject: Subject): string | undefined {
  const { failure, language } = subject;
  return failure.rule === 'schema' || (failure.rule === 'unsafe' && language.tag === 'en')
    ? ofSchema(subject)
    : undefined;
}

/** A Standard Schema writes whole sentences, JSON Schema the part after the name. */
function ofSchema({ failure: { text, rule, field }, name }: Subject): string | undefined {
  if (text === undefined || field?.secret) return undefined;
  const shown = shorten(text.replace(/\s+/g, ' '), LONGEST_TEXT);
  return rule === 'schema' ? shown : `${name} ${shown}`;
}

function ofTable(subject: Subject): string | undefined {
  const { failure, language, hidden, args } = subject;
  const text = Object.hasOwn(language.texts, failure.rule) ? language.texts[failure.rule] : undefined;
  if (text === undefined) return undefined;
  const template = choose(text, subject);
  if (args !== '' || !template.includes('{args}')) return fillIn(template, subject, language.space);
  return hidden ? invalid(subject) : undefined;
}

function choose(text: Text, { args, value }: Subject): string {
  if (typeof text === 'string') return text;
  if (args === '') return text.none ?? text.other;
  return (lastNumber(value) === 1 ? text.one : undefined) ?? text.other;
}

function invalid(subject: Subject): string {
  return fillIn(subject.language.invalid, subject, subject.language.space);
}

/** One pass with a function: a label or an argument may hold `{args}` or `$&`. */
function fillIn(template: string, subject: Subject, space?: Language['space']): string;
function fillIn(template: string | undefined, subject: Subject): string | undefined;
function fillIn(template: string | undefined, { name, args }: Subject, space?: Language['space']): string | undefined {
  return template
    ?.replace(PLACES, (place, offset: number) => {
      const text = place === '{name}' ? name : args;
      if (space === undefined) return text;
      const left = space(template.slice(0, offset), text);
      return left + text + space(text, template.slice(offset + place.length));
    })
    .trimEnd();
}

/** The text for a failure: by the path of the field before by the rule, and in each by the order of the tags. */
function findText(
  catalogues: ReadonlyMap<string, Catalogue>,
  tags: readonly string[],
  failure: Failure,
): string | undefined {
  const path = pathOf(failure);
  const written = tags.map((tag) => catalogues.get(tag) ?? {});
  const ofPath = (texts: Catalogue): string | undefined => {
    const entry = Object.hasOwn(texts, path) ? texts[path] : undefined;
    return typeof entry === 'object' ? ownText(entry, failure.rule) : entry;
  };
  const found = [...written.map(ofPath), ...written.map((texts) => ownText(texts, failure.rule))];
  return found.find((text) => text !== undefined);
}

/** The text that an object itself has under a name. */
function ownText(texts: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const text = texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}
