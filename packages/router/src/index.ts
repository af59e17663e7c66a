// Not by name: a module augmentation would not find the interfaces `Tables` and `User`.
export type * from '@rest-gen/model/core';
export { createModel, DataError, definePolicy, Groups, Increment, Model, now, Stored } from '@rest-gen/model/core';
export type { ControllerStatics } from './contracts/controller.ts';
export type {
  ControllerDescription,
  OperationDescription,
  PathDescription,
  PathParameter,
  PolicyDescription,
  RelationDescription,
  RouteRow,
  RuleDescription,
  ServiceDescription,
} from './contracts/description.ts';
export type { Explanation, NearestRule, RulePlace, TriedRule } from './contracts/explanation.ts';
export type { GivenInspect, Inspect } from './contracts/inspect.ts';
export type { EnvelopeContext, Limits, ProblemType } from './contracts/options.ts';
export type { PolicySummary } from './contracts/policy-summary.ts';
export type { RawQuery } from './contracts/request-context.ts';
export type { UploadMiddleware, UploadOptions } from './contracts/upload.ts';
export { Controller, type SuccessOptions } from './controller/controller.ts';
export type { ControllerClass } from './controller/controller-class.ts';
export { createRestRouter, type RestRouter } from './create-rest-router.ts';
export { defineRules } from './define-rules.ts';
export {
  HttpError,
  type HttpErrorOptions,
  REQUEST_CODES,
  type RequestCode,
  START_CODES,
  type StartCode,
  StartError,
} from './errors.ts';
export type { AnswerMessage, MatchMessage, RequestMessage, StepMessage } from './observe/types.ts';
export type { RestRouterOptions } from './options.ts';
export type { ForeignRule, RestRule, RuleConfig, RuleGroup, RuleOptions } from './parse/types.ts';
export type { DownloadOptions } from './respond/send-file.ts';
