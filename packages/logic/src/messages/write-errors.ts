import type { Environment } from '../environment.ts';
import type { FailedField, Failure } from '../failure.ts';
import type { FieldError } from '../refusal.ts';
import { vocabulary } from '../rules/vocabulary.ts';
import type { CachedMessage, Wording } from './create-wordings.ts';
import { describeArgument, toJson } from './describe-argument.ts';
import { hintUnknown, isBelow, nameField } from './name-field.ts';
import { type Subject, writeMessage } from './write-message.ts';

/**
 * Write the errors that a client gets for what failed.
 *
 * The first text counts: of the field, of the logic, of the program, of a custom rule, of the schema that refused, of
 * the built-in table; then the English ones. The message of a rule of a field is written once and cached.
 *
 * @param environment - for functions that write messages. Default empty
 * @returns the errors in the same order
 */
export function writeErrors(
  failures: readonly Failure[],
  wording: Wording,
  environment: Partial<Environment> = {},
): FieldError[] {
  const values: Values = new Map();
  let unknown = 0;
  return failures.map((sought) => {
    if (isSettled(sought)) return recall(sought, wording, values) ?? write(sought, wording, values, environment);
    // Do not repeat the names of all fields in a hundred errors.
    const hasHint = sought.rule !== 'unknown' || ++unknown <= MOST_HINTS;
    return write(hasHint ? sought : { ...sought, names: undefined }, wording, values, environment);
  });
}

// --- internal ---

/** Unknown keys for which the one that was meant is looked up. */
const MOST_HINTS = 10;

/** A failure whose message depends only on the declaration of its field. */
type Settled = Failure & { readonly field: FailedField };

function isSettled(failure: Failure): failure is Settled {
  const { field, text, names, pointer } = failure;
  return field !== undefined && text === undefined && names === undefined && !isBelow(pointer, field);
}

/** An argument in JSON; undefined where it has no such form. */
interface Shown {
  readonly value: unknown;
  readonly text: string | undefined;
}

/** By the argument: many items of a list fail on the same one. */
type Values = Map<unknown, Shown>;

function showArgument(argument: unknown, values: Values): Shown {
  let shown = values.get(argument);
  if (shown === undefined) {
    const value = toJson(argument);
    shown = { value, text: JSON.stringify(value) };
    values.set(argument, shown);
  }
  return shown;
}

function recall(failure: Settled, { cache }: Wording, values: Values): FieldError | undefined {
  const { in: section, pointer, rule, argument, field } = failure;
  const known = cache?.get(field)?.get(rule);
  if (known === undefined || known.argument !== argument) return undefined;
  const { message, expected } = known;
  if (expected === undefined) return { in: section, pointer, rule, message };
  const shown = values.get(argument) ?? { value: JSON.parse(expected), text: expected };
  values.set(argument, shown);
  return { in: section, pointer, rule, message, expected: shown.value };
}

function write(failure: Failure, wording: Wording, values: Values, environment: Partial<Environment>): FieldError {
  const { in: section, pointer, rule, argument } = failure;
  const { value, text } = showArgument(argument, values);
  const subject = { ...toSubject(failure, value, wording), environment };
  const message = writeMessage(subject, wording.layers);
  const { expected } = subject;
  if (isSettled(failure)) {
    remember(failure, wording, { argument, message, expected: expected === undefined ? undefined : text });
  }
  return { in: section, pointer, rule, message, ...(expected !== undefined && { expected }) };
}

function remember({ field, rule }: Settled, { cache }: Wording, what: CachedMessage): void {
  if (cache === undefined) return;
  const byRule = cache.get(field) ?? new Map<string, CachedMessage>();
  cache.set(field, byRule.set(rule, what));
}

function toSubject(failure: Failure, value: unknown, { tag, language }: Wording): Omit<Subject, 'environment'> {
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
