import type { CustomRule } from '../custom-rule.ts';
import { LogicError, type Place } from '../errors.ts';
import type { Messages } from '../failure.ts';
import { isPlainObject } from '../is-object.ts';
import { checkMessages } from '../messages/check-messages.ts';
import { textRules } from '../messages/languages.ts';
import { conditionNames } from '../rules/conditions.ts';
import type { Rule, Vocabulary } from '../rules/rule.ts';
import { vocabulary } from '../rules/vocabulary.ts';

/** Attributes of a field: rules that do not test its value. */
export const attributeNames: readonly string[] = [
  'required',
  'default',
  'nullable',
  'trim',
  'aliasName',
  'children',
  'message',
  'secret',
  'readOnly',
  'createOnly',
  'writeOnly',
  'deprecated',
  'description',
  'example',
  'hidden',
];

/** The rules that fields of a logic can have. */
export interface KnownRules {
  readonly vocabulary: Vocabulary;
  /** Every name: attributes, conditions, rules. */
  readonly names: ReadonlySet<string>;
  /** Names of the rules that can fail, for which there can be messages. */
  readonly failing: readonly string[];
  /** Texts of the logic's own rules, by rule and language. */
  readonly messages: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/**
 * Collect the built-in rules and the custom rules of a logic.
 *
 * @param declared - `rules` of the logic: a list of what `defineRule` makes
 * @throws {LogicError} `E_LOGIC_RULE` when it is something else, or has a name twice
 */
export function knownRules(declared: unknown, place: Place): KnownRules {
  if (declared === undefined) return usual;
  if (!Array.isArray(declared)) throw new LogicError('E_LOGIC_RULE', place, `rules must be a list of ${MADE}`);
  const own = new Map<string, Rule>();
  const messages = new Map<string, Readonly<Record<string, string>>>();
  for (const item of declared as readonly CustomRule<string, unknown>[]) {
    if (typeof item?.refuse !== 'function' || typeof item.name !== 'string') {
      throw new LogicError('E_LOGIC_RULE', place, `rules must contain ${MADE}`);
    }
    if (usual.names.has(item.name) || own.has(item.name)) {
      throw new LogicError('E_LOGIC_RULE', { ...place, rule: item.name }, `two rules have the name "${item.name}"`);
    }
    own.set(item.name, toRule(item));
    messages.set(item.name, item.messages);
  }
  return know(new Map([...vocabulary, ...own]), messages);
}

/**
 * Check the texts of a program that has several logics: they can be about every rule of the vocabulary, and about the
 * logics' own.
 *
 * @param messages - as written; undefined is nothing
 * @param logics - what the logic files export, each right in itself
 * @param where - that the texts are written, for error messages
 * @throws {LogicError} `E_LOGIC_ARGUMENT`
 *
 * @see docs/logic-express.md
 */
export function checkProgramMessages(
  messages: unknown,
  logics: Iterable<unknown>,
  where?: string,
): asserts messages is Messages | undefined {
  if (messages === undefined) return;
  const place = { file: where };
  const failing = new Set(knownRules(undefined, place).failing);
  for (const logic of logics) {
    if (!isPlainObject(logic)) continue;
    for (const name of knownRules(logic.rules, place).failing) failing.add(name);
  }
  checkMessages(messages, [...failing], place);
}

// --- internal ---

const MADE = "what defineRule makes: rules: [defineRule('slug', { … })]";

const usual: KnownRules = know(vocabulary, new Map());

function know(all: Vocabulary, messages: KnownRules['messages']): KnownRules {
  return {
    vocabulary: all,
    names: new Set([...attributeNames, ...conditionNames.keys(), ...all.keys()]),
    failing: [...new Set([...textRules, ...all.keys()])],
    messages,
  };
}

function toRule({ name, on, refuse, test, testAsync, schema }: CustomRule<string, unknown>): Rule {
  return {
    ...(on !== undefined && { on }),
    refuse,
    ...(test !== undefined && {
      // Only an item of a list can be null here, and blank values are not tested.
      test: (argument: unknown) => (value: never, siblings) =>
        value === null || passes(name, test(value, { argument, siblings })),
    }),
    ...(testAsync !== undefined && { later: testAsync }),
    ...(schema !== undefined && { schema }),
  };
}

/** A promise is true of everything: it must not be taken for an answer. */
function passes(name: string, answer: ReturnType<NonNullable<CustomRule['test']>>): boolean {
  if (typeof answer === 'boolean') return answer;
  throw new TypeError(
    `The rule "${name}" returned ${typeof answer} instead of true or false; for a promise use testAsync.`,
  );
}
