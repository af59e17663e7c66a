import { compileOnce } from './compile-once.ts';
import type { Logic } from './field-rules.ts';
import type { Section } from './sections.ts';
import type { DocumentOptions } from './types.ts';

/**
 * Describe a section of an action as JSON Schema 2020-12.
 *
 * Rules that JSON Schema does not know are keywords of the form `x-<rule>`; `addLogicKeywords` teaches them to an Ajv. In sections of
 * text the schema is that of the values which the text stands for.
 *
 * @param logic - output of `defineLogic`
 * @param action - name of the action, `postAction`
 * @returns undefined when the section is not declared, is declared by a function, or by a schema of a library that cannot tell
 * @throws {LogicError} `E_LOGIC_…` when the logic itself is wrong
 *
 * @example
 * toJSONSchema(logic, 'postAction', 'body', { blank: false });
 */
export function toJSONSchema<L extends Logic>(
  logic: L,
  action: `${string}Action`,
  section: Section,
  options?: DocumentOptions,
): Record<string, unknown> | undefined {
  return compileOnce(logic).action(action)?.toJSONSchema(section, options);
}
