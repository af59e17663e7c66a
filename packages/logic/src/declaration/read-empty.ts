import { isObject } from '../rules/arguments.ts';
import type { RuleContext } from '../rules/rule.ts';
import { vocabulary } from '../rules/vocabulary.ts';
import type { Field, FieldRule } from './field.ts';

/** Whether `''` is a value of a field: the rules of text accept it, or a list of values has it. */
export function readEmpty(
  rules: readonly FieldRule[],
  context: RuleContext,
  required: Field['required'],
): Pick<Field, 'keepsEmpty' | 'emptyIsPresent'> {
  const isText = context.kind === 'string' || (context.kind === 'any' && rules.some(isChoice));
  const builtIn = rules.filter(({ name }) => vocabulary.has(name));
  if (!isText || !builtIn.every((rule) => accepts(rule, context))) return BLANK;
  const { length } = context.rules;
  if ((isObject(length) ? length.min : length) === 0) return { keepsEmpty: true, emptyIsPresent: true };
  // Whether a rule of the logic accepts '' is not known: it is not called at start.
  return { keepsEmpty: required === false && builtIn.length === rules.length, emptyIsPresent: false };
}

// --- internal ---

const BLANK = { keepsEmpty: false, emptyIsPresent: false };

function isChoice({ name }: FieldRule): boolean {
  return name === 'in' || name === 'enum' || name === 'const';
}

function accepts({ argument, rule }: FieldRule, context: RuleContext): boolean {
  return rule.test?.(argument as never, context)('' as never, {}) !== false;
}
