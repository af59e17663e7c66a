/** What `@rest-gen/inspect` reads of the router. It may change in any version: nothing else should import it. */
export { buildTree } from './compile/build-tree.ts';
export { type CompileContext, compileRule } from './compile/compile-rule.ts';
export { compileRules } from './compile/compile-rules.ts';
export { flattenExpression, type ReadClass, type Token } from './compile/flatten-expression.ts';
export { missingAction } from './compile/missing-action.ts';
export { missingController } from './compile/missing-controller.ts';
export { createSearch } from './compile/search.ts';
export type { CompiledRule, MatchedRule, RuleIndex } from './compile/types.ts';
export type { ControllerConstructor } from './contracts/controller.ts';
export type { RelationDescription, ServiceDescription } from './contracts/description.ts';
export type { Explanation, RulePlace, TriedRule } from './contracts/explanation.ts';
export type { Inspect } from './contracts/inspect.ts';
export type { ResolvedOptions } from './contracts/options.ts';
export type { ActionPlan, ControllerPlan, ResourcePlan, Route } from './contracts/plan.ts';
export type { Project } from './contracts/project.ts';
export type { Service } from './contracts/service.ts';
export { ACTIONS, COLLECTION, ITEM } from './controller/actions.ts';
export { Controller } from './controller/controller.ts';
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
export { planController } from './dispatch/plan-controller.ts';
export { resolveRoute, selectAction } from './dispatch/resolve-route.ts';
export { HttpError, isHttpError, requestError, StartError } from './errors.ts';
export { describeMember, misspelledMembers } from './load/check-members.ts';
export { findRoot } from './load/find-root.ts';
export { importCompiler } from './load/get-compiler.ts';
export { givenModules, isGiven, listFiles, listModules, loadModules } from './load/load-modules.ts';
export { attempt, type Refuse } from './load/refuse.ts';
export { showPath } from './load/show-path.ts';
export { toProject } from './load/to-project.ts';
export { escapeControls } from './log-text.ts';
export { dropsSlash, findVariant } from './match/find-variant.ts';
export { matchPath } from './match/match-path.ts';
export { readPath } from './match/read-target.ts';
export { isCapital } from './match/run-steps.ts';
export { testRule } from './match/test-rule.ts';
export { type RestRouterOptions, resolveOptions } from './options.ts';
export { hasCharacter } from './parse/char-set.ts';
export { type ParseOptions, parseRules } from './parse/rule.ts';
export { methodOf } from './parse/target.ts';
export type { Gate, GroupNode, ParsedRule, RuleConfig, SkippedRule } from './parse/types.ts';
export { PARTS } from './parts.ts';
export { checkPolicies, checkWithoutTables } from './relations/check-policies.ts';
export { checkSoftDeletes } from './relations/check-soft-deletes.ts';
export { linkClasses, openTables, resolveController } from './relations/resolve-relations.ts';
export { tableNames } from './relations/table-names.ts';
export { tableOf } from './table-of.ts';
export { samplePaths } from './templates/sample-paths.ts';
