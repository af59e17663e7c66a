import type { CustomRule, CustomRuleOptions, FirstOf, Kinds, Mismatch } from './custom-rule.ts';
import { attributeNames } from './declaration/known-rules.ts';
import { LogicError, type LogicErrorCode } from './errors.ts';
import { isObject } from './is-object.ts';
import type { Kind } from './kind.ts';
import { textRules } from './messages/languages.ts';
import { suggestion } from './nearest.ts';
import { onlyTrue } from './rules/arguments.ts';
import { conditionNames } from './rules/conditions.ts';
import { typeRules } from './rules/kinds.ts';

/**
 * Define a custom rule for `rules` of `defineLogic`.
 *
 * The value of a test has the type of the kinds in `on`, unless the parameter is annotated; the argument has the type
 * that the test or the schema declares, by default `true`.
 *
 * @param name - as it is written in a field; not one of the vocabulary
 * @throws {LogicError} `E_LOGIC_RULE` when the name cannot be used, `E_LOGIC_ARGUMENT` when the options cannot
 *
 * @example
 * const slug = defineRule('slug', {
 *   on: 'string',
 *   test: (value) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
 *   message: '{name} must be a slug',
 * });
 *
 * @see docs/logic-schemas.md
 */
export function defineRule<const Name extends string, Value = unknown, Argument = true, const On extends Kinds = Kinds>(
  name: Name,
  options: CustomRuleOptions<Value, Argument, On> & Mismatch<Value, On>,
): CustomRule<Name, Argument, FirstOf<On>> {
  checkName(name);
  const wrong = findWrong(options);
  if (wrong !== undefined) throw refusal('E_LOGIC_ARGUMENT', name, `the rule "${name}" ${wrong}`);
  const { on, refuse = onlyTrue, test, testAsync, message, schema } = options;
  return {
    name,
    on: (typeof on === 'string' ? [on] : on && [...on]) as CustomRule<Name, Argument, FirstOf<On>>['on'],
    refuse,
    test,
    testAsync,
    messages: typeof message === 'string' ? { en: message } : { ...message },
    schema: typeof schema === 'object' ? () => ({ ...schema }) : schema,
  };
}

// --- internal ---

const KINDS = [...Object.keys(typeRules), 'any'] as readonly Kind[];

/** Rule names that only errors have; messages are keyed by them. */
const TAKEN: ReadonlySet<string> = new Set(textRules);

function refusal(code: LogicErrorCode, rule: string, problem: string): LogicError {
  return new LogicError(code, { rule }, problem);
}

function checkName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || !/^[A-Za-z]\w*$/.test(name)) {
    throw refusal('E_LOGIC_RULE', String(name), `${show(name)} cannot be the name of a rule; use letters and digits`);
  }
  if (conditionNames.has(name) || attributeNames.includes(name) || TAKEN.has(name)) {
    throw refusal('E_LOGIC_RULE', name, `"${name}" already exists; choose another name`);
  }
}

/** Describe the first mistake in the options as the end of the sentence "the rule …"; undefined without one. */
function findWrong(options: unknown): string | undefined {
  if (!isObject(options)) return 'needs options, such as { test: (value) => …, message: "{name} must be …" }';
  const { on, refuse, test, testAsync, message, schema } = options;
  for (const kind of Array.isArray(on) ? on : on === undefined ? [] : [on]) {
    if (!KINDS.includes(kind as Kind)) {
      const way = suggestion(String(kind), KINDS, `; the types are ${KINDS.join(', ')}`);
      return `has on: ${show(kind)}, which is not a type${way}`;
    }
  }
  if (Array.isArray(on) && on.length === 0) return 'has an empty list as on; remove it for all types';
  for (const [key, value] of Object.entries({ refuse, test, testAsync })) {
    if (value !== undefined && typeof value !== 'function') return `has a ${key} that is not a function`;
  }
  if ((test === undefined) === (testAsync === undefined)) return 'needs a function: either test or testAsync';
  if (!isMessage(message)) {
    return "needs a message, such as '{name} must be …', or one for each language including { en: '…' }";
  }
  if (schema !== undefined && typeof schema !== 'function' && !isObject(schema)) {
    return 'has a schema that is neither an object of JSON Schema keywords nor a function that returns one';
  }
  return undefined;
}

function show(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : typeof value;
}

function isMessage(message: unknown): boolean {
  const texts = isObject(message) ? Object.values(message) : [message];
  if (!texts.every((text) => typeof text === 'string' && text !== '')) return false;
  return !isObject(message) || Object.hasOwn(message, 'en');
}
