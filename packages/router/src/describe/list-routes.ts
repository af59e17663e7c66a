import { type PolicyCondition, rulesOf, type TablePolicy } from '@rest-gen/model/core';
import type { CompiledRule } from '../core/compile/types.ts';
import type { ControllerPlan } from '../core/contracts/plan.ts';
import type { Service } from '../core/contracts/service.ts';
import { methodOf } from '../core/parse/target.ts';
import { tableOf } from '../resource/contracts/table-of.ts';
import { describePaths } from '../templates/describe-paths.ts';
import type { RouteRow } from './contracts/description.ts';
import type { PolicySummary } from './contracts/policy-summary.ts';
import { textOf } from './describe-filter.ts';
import { findControllers } from './find-controllers.ts';

/** List the resolved routes in written order. */
export function listRoutes({
  parsed,
  index,
  controllers,
  project,
}: Pick<Service, 'parsed' | 'index' | 'controllers' | 'project'>): RouteRow[] {
  const compiled = new Map(index.rules.map((rule) => [rule.rule, rule]));
  return parsed.flatMap((rule): RouteRow[] => {
    if (rule.kind === 'skipped') return [{ ...NOTHING, number: rule.number, rule: rule.text, skipped: rule.reason }];
    const own = compiled.get(rule) as CompiledRule;
    const reached = findControllers(own, controllers);
    if (reached.length === 0) return [{ ...NOTHING, number: rule.number, rule: rule.text, skipped: undefined }];
    const hasPath = knowPaths(own, reached);
    return reached.map((name) => {
      const { file, logicFile, collection, item, actions } = controllers.get(name) as ControllerPlan;
      const { action } = rule.target;
      const own = action === undefined ? undefined : actions.get(methodOf(action));
      return {
        number: rule.number,
        rule: rule.text,
        controller: name,
        file,
        logic: logicFile,
        collection: hasPath(name, false) ? [...(own ?? collection).actions.keys()] : [],
        item: hasPath(name, true) ? [...(own ?? item).actions.keys()] : [],
        ...(action !== undefined && { action: methodOf(action) }),
        skipped: undefined,
        ...policyOf(name),
      };
    });
  });

  function policyOf(name: string): Pick<RouteRow, 'policy'> {
    const policy = project.policies?.get(tableOf(name));
    return policy === undefined ? {} : { policy: summarizePolicy(policy) };
  }
}

// --- internal ---

const NOTHING = { controller: undefined, file: undefined, logic: undefined, collection: [], item: [] } as const;

/** Whether a rule has a path with or without an id to a controller; where its paths are not known, it may. */
function knowPaths(compiled: CompiledRule, names: readonly string[]): (name: string, isItem: boolean) => boolean {
  const { paths, opaque } = describePaths(compiled, names);
  if (opaque !== undefined) return (_name, isItem) => !isItem || compiled.paramNames.has('id');
  const known = new Set(paths.map(({ controller, isItem }) => `${controller} ${isItem}`));
  return (name, isItem) => known.has(`${name} ${isItem}`);
}

/** Say who may do what with a table. */
function summarizePolicy({ table, policy, file }: TablePolicy): PolicySummary {
  const text = (condition: PolicyCondition = 'nobody') => rulesOf(condition).map(textOf).join(' or ') || 'nobody';
  const fields = Object.entries(policy.fields ?? {}).map(([name, field]) => {
    const { read, write } = field ?? {};
    return [
      name,
      {
        ...(read !== undefined && { read: text(read) }),
        ...(write !== undefined && { write: text(write) }),
      },
    ] as const;
  });
  return {
    table,
    file,
    always: policy.always === undefined ? undefined : text(policy.always),
    read: text(policy.read),
    create: text(policy.create),
    update: text(policy.update),
    delete: text(policy.delete),
    fields: Object.fromEntries(fields),
  };
}
