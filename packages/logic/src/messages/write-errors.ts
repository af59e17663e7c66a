import { vocabulary } from '../rules/vocabulary.ts';
import type { Failure, FieldError } from '../types.ts';
import { byLanguage, chooseLanguage, generalize } from './choose-language.ts';
import { describeArgument, toJson } from './describe-argument.ts';
import { en } from './en.ts';
import { type Language, languages } from './languages.ts';
import { hintUnknown, nameField } from './name-field.ts';
import { type Subject, type Texts, textLayers, writeMessage } from './write-message.ts';

/** Where the texts of errors come from, besides the fields themselves and the built-in tables. */
export interface TextSources extends Texts {
  /** Value of the header `Accept-Language`. Default: English. */
  readonly acceptLanguage?: string | undefined;
}

/**
 * Write the errors that a client gets for what failed.
 *
 * The first text counts: of the field, of the logic, of the program, of a custom rule, of the schema that refused, of
 * the built-in table; then the English ones.
 *
 * @returns the errors in the same order, and the tag of their language
 */
export function writeErrors(
  failures: readonly Failure[],
  sources: TextSources = {},
): { errors: FieldError[]; language: string } {
  const tag = chooseLanguage(sources.acceptLanguage, writtenTags(sources));
  const tags = generalize(tag);
  const table = tags.map((general) => languages.get(general)).find((known) => known !== undefined);
  const layers = textLayers(sources, tags, table !== undefined);
  const values = new Map<unknown, unknown>();
  let unknown = 0;
  const errors = failures.map((sought) => {
    // The names of all fields a hundred times over help nobody.
    const isTold = sought.rule !== 'unknown' || ++unknown <= MOST_HINTS;
    const failure = isTold ? sought : { ...sought, names: undefined };
    const { in: section, pointer, rule, argument } = failure;
    // Many items of a list fail on the same argument.
    if (!values.has(argument)) values.set(argument, toJson(argument));
    const subject = tell(failure, values.get(argument), tag, table ?? en);
    const { expected } = subject;
    const message = writeMessage(subject, layers);
    return { in: section, pointer, rule, message, ...(expected !== undefined && { expected }) };
  });
  return { errors, language: tag };
}

// --- internal ---

/** Unknown keys for which the one that was meant is looked up. */
const MOST_HINTS = 10;

function writtenTags({ own, shared, custom }: Texts): string[] {
  return [own, shared, ...(custom?.values() ?? [])].flatMap((texts) =>
    typeof texts === 'object' ? [...byLanguage<unknown>(texts).keys()] : [],
  );
}

function tell(failure: Failure, value: unknown, tag: string, language: Language): Subject {
  const { rule, argument, field } = failure;
  const ofAnother = field?.secretRules?.has(rule) === true;
  const hidden = ofAnother || (field?.secret === true && holdsValues(rule));
  const said = rule === 'unknown' ? hintUnknown(failure, language) : describeArgument(rule, value, language);
  return {
    failure,
    tag,
    language,
    name: nameField(failure, language),
    args: hidden ? '' : said,
    hidden,
    value,
    expected: argument === true || ofAnother || field?.secret === true ? undefined : value,
  };
}

/** Whether the argument of a rule may be a value of the field; that of a custom rule can be anything. */
function holdsValues(rule: string): boolean {
  return vocabulary.has(rule) ? vocabulary.get(rule)?.literal === true : !rule.startsWith('requiredWith');
}
