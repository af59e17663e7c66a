export { compileLogic } from './compile-logic.ts';
export { defineLogic } from './define-logic.ts';
export { LogicError, type LogicErrorCode, type Place, ValidationError } from './errors.ts';
export type { ActionRules, FieldRules, Fields, Logic } from './field-rules.ts';
export type { Input } from './infer.ts';
export { messages } from './messages.ts';
export { type PartialFields, partial } from './partial.ts';
export { checkRegExp, type SlowRegExp } from './regexp/check-regexp.ts';
export type {
  ActionInput,
  CompiledAction,
  CompiledLogic,
  FieldError,
  RunOptions,
  Section,
  Sources,
} from './types.ts';
export { validate } from './validate.ts';
