import type { Service } from '../../core/contracts/service.ts';
import { findVariant } from '../../core/match/find-variant.ts';
import { describePaths } from '../../templates/describe-paths.ts';
import type { PlannedResource } from '../contracts/resource-class.ts';

/** Find the paths of the lists of all classes, for links to the rest of an included list. Without relations nothing is done. */
export function findListPaths({ index, controllers }: Service, classes: readonly PlannedResource[]): void {
  if (classes.every(({ Class }) => Class.include === undefined)) return;
  const names = [...controllers.keys()];
  const byName = new Map(classes.map((one) => [one.name, one]));
  for (const rule of index.rules) {
    const { paths } = describePaths(rule, rule.controller === undefined ? names : [rule.controller]);
    for (const { controller, isItem, action, template, parameters, example } of paths) {
      const of = byName.get(controller);
      const [parameter, ...others] = parameters;
      // GET of the collection has to be answered with `this.list()`.
      if (of === undefined || controllers.get(controller)?.collection.actions.get('GET')?.openQuery !== true) continue;
      if (isItem || action || others.length > 0 || parameter?.isMultiSegment) continue;
      // An earlier rule may take the path, and the rule may set a parameter that is no part of it.
      const variant = findVariant(index, example);
      if (variant?.rule !== rule || variant.filling.params.length !== parameters.length) continue;
      const pattern = parameter?.pattern === undefined ? undefined : new RegExp(parameter.pattern);
      of.paths = [...of.paths, { template, parameter: parameter?.name, pattern }];
    }
  }
}
