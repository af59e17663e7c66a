/**
 * What a part is written with. Experimental until 2.0: it may change in any version.
 *
 * @see docs/parts.md
 * @module
 */
export type { ActionFacts, DescribedParameter, DescribedValue } from './core/contracts/action-facts.ts';
export type { Answer, ReadyAnswer } from './core/contracts/answer.ts';
export type { ControllerConstructor, ControllerInstance, CoreStatics } from './core/contracts/controller.ts';
export type {
  Act,
  ActionPlan,
  Exchange,
  HeaderFields,
  Hooks,
  RunChecks,
  ShownPage,
  Validation,
} from './core/contracts/exchange.ts';
export type {
  CreatePart,
  Part,
  PlannedAction,
  PlannedClass,
  StartedRouter,
  StaticMember,
  StaticMembers,
} from './core/contracts/part.ts';
export type { ControllerPlan, PathPlan } from './core/contracts/plan.ts';
export type { LoadedController, LoadedLogic, Project } from './core/contracts/project.ts';
export type { Service } from './core/contracts/service.ts';
export { refuseParameter } from './core/dispatch/refuse-parameter.ts';
export { isHttpError, requestError } from './core/errors.ts';
export { matchPath } from './core/match/match-path.ts';
export { requestPath, requestSearch } from './core/match/request-path.ts';
export { pathOf } from './core/respond/location.ts';
export { toAnswer } from './core/respond/to-answer.ts';
export { exchangeOf, Slot } from './core/slot.ts';
export { BOOLEAN, wholeNumber } from './core/statics.ts';
export { ALLOWS } from './parts/callable/allows.ts';
export { readerOf } from './parts/idempotency/requester.ts';
export { SENT } from './request/sent.ts';
export { RESOURCE, type Resource, resourceIn, resourceOf } from './resource/contracts/resource.ts';
export { resourceClassOf } from './resource/contracts/resource-class.ts';
export { asksForGroups } from './resource/list/asks-for-groups.ts';
export { LISTING } from './resource/list/read-lines.ts';
export { NARROWING, serviceOf, userOfRequest } from './service-of.ts';
