import { LogicError } from '../errors.ts';
import { onlyTrue } from './arguments.ts';
import type { CustomRule, CustomRuleOptions } from './custom-rule.ts';

/**
 * Define a rule of one's own, for `rules` of `defineLogic`.
 *
 * @param name - as it is written in a field; not one of the vocabulary
 * @throws {LogicError} `E_LOGIC_RULE` when the name cannot be used, `E_LOGIC_ARGUMENT` when the options cannot
 *
 * @example
 * const slug = defineRule('slug', {
 *   on: 'string',
 *   test: (value: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
 *   message: '{name} must be a slug',
 * });
 */
export function defineRule<const Name extends string, Value = unknown, Argument = true>(
  name: Name,
  options: CustomRuleOptions<Value, Argument>,
): CustomRule<Name, Argument> {
  const { on, refuse = onlyTrue, test, testAsync, message, schema } = options;
  const place = { rule: name };
  if (typeof name !== 'string' || !/^[A-Za-z]\w*$/.test(name)) {
    throw new LogicError('E_LOGIC_RULE', place, `"${name}" cannot be the name of a rule; use letters and digits`);
  }
  if ((typeof test === 'function') === (typeof testAsync === 'function')) {
    throw new LogicError('E_LOGIC_ARGUMENT', place, `the rule "${name}" needs a function: either test or testAsync`);
  }
  const messages = typeof message === 'string' ? { en: message } : message;
  if (typeof messages?.en !== 'string') {
    throw new LogicError('E_LOGIC_ARGUMENT', place, `the rule "${name}" needs a message, such as '{name} must be …'`);
  }
  return {
    name,
    on: typeof on === 'string' ? [on] : on,
    refuse,
    test,
    testAsync,
    messages,
    schema: typeof schema === 'object' ? () => schema : schema,
  };
}
