import type { ControllerPlan, ListPath } from '../contracts/plan.ts';
import type { Service } from '../contracts/service.ts';
import { findVariant } from '../match/find-variant.ts';
import { describePaths } from '../templates/describe-paths.ts';

/**
 * Find the paths of the lists of all classes, for links to the rest of an included list. Without relations nothing is done.
 */
export function findListPaths(service: Service): void {
  const { index, controllers } = service;
  if ([...controllers.values()].every(({ Class }) => Class.include === undefined)) return;
  const names = [...controllers.keys()];
  const found = new Map<ControllerPlan, ListPath[]>();
  for (const rule of index.rules) {
    const { paths } = describePaths(rule, rule.controller === undefined ? names : [rule.controller]);
    for (const { controller, isItem, action, template, parameters, example } of paths) {
      const plan = controllers.get(controller);
      const [parameter, ...others] = parameters;
      if (plan === undefined || !isList(plan) || isItem || action || others.length > 0 || parameter?.isMultiSegment)
        continue;
      // An earlier rule may take the path, and the rule may set a parameter that is no part of it.
      const variant = findVariant(index, example);
      if (variant?.rule !== rule || variant.filling.params.length !== parameters.length) continue;
      const pattern = parameter?.pattern === undefined ? undefined : new RegExp(parameter.pattern);
      found.set(plan, [...(found.get(plan) ?? []), { template, parameter: parameter?.name, pattern }]);
    }
  }
  for (const [plan, paths] of found) plan.list.paths = paths;
}

// --- internal ---

/** GET of the collection is answered with `this.list()`. */
function isList({ collection }: ControllerPlan): boolean {
  return collection.actions.get('GET')?.openQuery ?? false;
}
