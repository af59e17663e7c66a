// Not by name: a module augmentation would not find the interfaces `Tables` and `User`.
export type * from '@rest-gen/model/core';
export { createModel, DataError, definePolicy, Groups, Increment, Model, now, Stored } from '@rest-gen/model/core';
export { REQUEST_CODES, type RequestCode } from './codes.ts';
export { Controller } from './controller.ts';
export type { ControllerClass } from './controller-class.ts';
export type { RawQuery } from './core/contracts/exchange.ts';
export type { Explanation, NearestRule, RulePlace, TriedRule } from './core/contracts/explanation.ts';
export type { GivenInspect, Inspect } from './core/contracts/inspect.ts';
export type { EnvelopeContext, Limits, ProblemType } from './core/contracts/options.ts';
export type { SuccessOptions } from './core/controller.ts';
export {
  HttpError,
  type HttpErrorOptions,
  START_CODES,
  type StartCode,
  StartError,
} from './core/errors.ts';
export type { ForeignRule, RestRule, RuleConfig, RuleGroup, RuleOptions } from './core/parse/types.ts';
export { createRestRouter, type RestRouter } from './create-rest-router.ts';
export { defineRules } from './define-rules.ts';
export type {
  ControllerDescription,
  OperationDescription,
  PolicyDescription,
  RelationDescription,
  RouteRow,
  ServiceDescription,
} from './describe/contracts/description.ts';
export type { PolicySummary } from './describe/contracts/policy-summary.ts';
export type { ControllerStatics } from './describe/contracts/statics.ts';
export type { RestRouterOptions } from './options.ts';
export type { DownloadOptions } from './parts/files/send-file.ts';
export type { UploadMiddleware, UploadOptions } from './parts/files/types.ts';
export type { AnswerMessage, MatchMessage, RequestMessage, StepMessage } from './parts/observe/types.ts';
export { isDryRun } from './request/sent.ts';
export type { RouterAnswer, RouterRequest } from './request/types.ts';
export type { PathDescription, PathParameter, RuleDescription } from './templates/types.ts';
