export { asMiddleware, type LogicMiddleware, type MiddlewareOptions } from './as-middleware.ts';
export { compileLogic } from './compile-logic.ts';
export type { AsyncTestContext, CustomRule, CustomRuleOptions, TestContext } from './custom-rule.ts';
export { checkProgramMessages } from './declaration/known-rules.ts';
export { defineLogic } from './define-logic.ts';
export { defineRule } from './define-rule.ts';
export type { Environment } from './environment.ts';
export {
  LogicError,
  type LogicErrorCode,
  type Place,
  ValidationError,
  type ValidationProblem,
} from './errors.ts';
export type { Catalogue, MessageContext, Messages } from './failure.ts';
export type {
  ActionRules,
  BodyRules,
  FieldRules,
  Fields,
  Logic,
  LogicFunction,
  SectionRules,
  UnknownFields,
} from './field-rules.ts';
export type { Input } from './infer.ts';
export { type PartialFields, partial } from './partial.ts';
export { type FieldError, Refusal } from './refusal.ts';
export { checkRegExp, type SlowRegExp } from './regexp/check-regexp.ts';
export { jsonFormats } from './rules/json-formats.ts';
export { addLogicKeywords } from './schema/document-keywords.ts';
export { documentTests, type KeywordTest } from './schema/document-tests.ts';
export type { JsonSchema, SectionSchema, StandardSchema } from './schemas.ts';
export type { Section } from './sections.ts';
export { toJSONSchema } from './to-json-schema.ts';
export type {
  ActionInput,
  Checked,
  CompiledAction,
  CompiledLogic,
  DocumentOptions,
  LogicContext,
  RunOptions,
  SectionForm,
  Sources,
  Unwritable,
} from './types.ts';
export { validate } from './validate.ts';
