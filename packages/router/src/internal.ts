/** What `@rest-gen/inspect`, `@rest-gen/plans` and `@rest-gen/mcp` read of the router. It may change in any version: nothing else should import it. */

export { Controller } from './controller.ts';
export { ACTIONS, COLLECTION, ITEM } from './core/actions.ts';
export { buildTree } from './core/compile/build-tree.ts';
export { type CompileContext, compileRule } from './core/compile/compile-rule.ts';
export { compileRules } from './core/compile/compile-rules.ts';
export { flattenExpression, type ReadClass, type Token } from './core/compile/flatten-expression.ts';
export { createSearch } from './core/compile/search.ts';
export type { CompiledRule, MatchedRule, RuleIndex } from './core/compile/types.ts';
export type { ControllerConstructor } from './core/contracts/controller.ts';
export type { ActionPlan } from './core/contracts/exchange.ts';
export type { Explanation, RulePlace, TriedRule } from './core/contracts/explanation.ts';
export type { Inspect } from './core/contracts/inspect.ts';
export type { ResolvedOptions } from './core/contracts/options.ts';
export type { ControllerPlan, PathPlan, Route } from './core/contracts/plan.ts';
export type { Project } from './core/contracts/project.ts';
export type { Service } from './core/contracts/service.ts';
export { checkBodyLimits } from './core/dispatch/body-limits.ts';
export { isAbstract, ownerOf, planController } from './core/dispatch/plan-controller.ts';
export { resolveRoute, selectAction } from './core/dispatch/resolve-route.ts';
export { HttpError, isHttpError, requestError, StartError } from './core/errors.ts';
export { findRoot } from './core/load/find-root.ts';
export { importCompiler } from './core/load/get-compiler.ts';
export { givenModules, isGiven, listFiles, listModules, loadModules } from './core/load/load-modules.ts';
export { attempt, type Refuse } from './core/load/refuse.ts';
export { showPath } from './core/load/show-path.ts';
export { escapeControls } from './core/log-text.ts';
export { dropsSlash, findVariant } from './core/match/find-variant.ts';
export { matchPath } from './core/match/match-path.ts';
export { requestPath } from './core/match/request-path.ts';
export { isCapital } from './core/match/run-steps.ts';
export { testRule } from './core/match/test-rule.ts';
export { hasCharacter } from './core/parse/char-set.ts';
export { type ParseOptions, parseRules } from './core/parse/rule.ts';
export { methodOf } from './core/parse/target.ts';
export type { Gate, GroupNode, ParsedRule, RuleConfig, SkippedRule } from './core/parse/types.ts';
export { logFailure } from './core/respond/log-failure.ts';
export type { RelationDescription, ServiceDescription } from './describe/contracts/description.ts';
export {
  type Conceal,
  concealNames,
  describeFilter,
  describeValue,
  describeWanted,
  shorten,
  splitFilter,
  textOf,
} from './describe/describe-filter.ts';
export { findControllers } from './describe/find-controllers.ts';
export { operationOf, RESTORE } from './describe/operation-of.ts';
export { checkMembers, describeMember, type KnownMembers, misspelledMembers } from './load/check-members.ts';
export { missingAction } from './load/missing-action.ts';
export { missingController } from './load/missing-controller.ts';
export { toProject } from './load/to-project.ts';
export { type RestRouterOptions, resolveOptions } from './options.ts';
export { allowsUser } from './parts/callable/allows.ts';
export { findCallable, isCallable } from './parts/callable/find-callable.ts';
export { BASES, createParts, knownMembers } from './parts.ts';
export { explainAccess } from './reasons/explain-access.ts';
export { concealFor, explainRefused } from './reasons/explain-refusal.ts';
export type { AccessExplanation, ExplainedRule, PolicyExplanation } from './reasons/types.ts';
export { toPath } from './request/requester.ts';
export { findScopes } from './resource/check-scope.ts';
export { addsValues } from './resource/contracts/adds-values.ts';
export { type PlannedResource, resourceClassOf } from './resource/contracts/resource-class.ts';
export { tableOf } from './resource/contracts/table-of.ts';
export { idNames, parseKey, urlKey } from './resource/keys.ts';
export { checkTable, nameKeys } from './resource/learn-writes.ts';
export { checkPolicies, checkWithoutTables } from './resource/relations/check-policies.ts';
export { checkSoftDeletes } from './resource/relations/check-soft-deletes.ts';
export { openTables, resolveClass } from './resource/relations/resolve-class.ts';
export { resolveNames } from './resource/relations/resolve-names.ts';
export { linkClasses } from './resource/relations/resolve-relations.ts';
export { tableNames } from './resource/relations/table-names.ts';
export { samplePaths } from './templates/sample-paths.ts';
