import type { Logic } from './field-rules.ts';
import { compileOnce } from './find-action.ts';
import type { Section } from './sections.ts';
import type { DocumentOptions } from './types.ts';

/**
 * Describe a section of an action as JSON Schema 2020-12.
 *
 * Rules without a standard keyword are written as `x-<rule>`; `addLogicKeywords` adds these to an Ajv instance. In
 * sections of text, the schema describes the coerced values.
 *
 * @param logic - output of `defineLogic`
 * @param action - name of the action, `postAction`
 * @returns undefined when the section is not declared, is declared by a function, or by a library without JSON Schema
 * @throws {LogicError} `E_LOGIC_…` when the logic itself is wrong
 *
 * @example
 * toJSONSchema(logic, 'postAction', 'body', { blank: false });
 *
 * @see docs/logic-schemas.md
 */
export function toJSONSchema<L extends Logic>(
  logic: L,
  action: `${string}Action`,
  section: Section,
  options?: DocumentOptions,
): Record<string, unknown> | undefined {
  return compileOnce(logic).action(action)?.toJSONSchema(section, options);
}
