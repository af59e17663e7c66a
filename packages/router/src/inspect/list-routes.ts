import type { CompiledRule, RuleIndex } from '../compile/types.ts';
import type { ControllerPlan } from '../dispatch/types.ts';
import type { ParsedRule, SkippedRule } from '../parse/types.ts';

/** A rule and a controller that it reaches; a bulk rule has a row for each, a skipped rule one without a controller. */
export interface RouteRow {
  /** `3`, or `4.2` inside a group. */
  readonly number: string;
  /** The rule as written. */
  readonly rule: string;
  readonly controller: string | undefined;
  readonly file: string | undefined;
  readonly logic: string | undefined;
  /** Methods of paths without an id. */
  readonly collection: readonly string[];
  /** Methods of paths with an id; empty when the rule maps no `id`. */
  readonly item: readonly string[];
  /** Why the rule is not served. */
  readonly skipped: string | undefined;
}

/** List the resolved routes in written order. */
export function listRoutes(
  parsed: readonly (ParsedRule | SkippedRule)[],
  index: RuleIndex,
  controllers: ReadonlyMap<string, ControllerPlan>,
): RouteRow[] {
  const compiled = new Map(index.rules.map((rule) => [rule.rule, rule]));
  return parsed.flatMap((rule): RouteRow[] => {
    if (rule.kind === 'skipped') return [{ ...NOTHING, number: rule.number, rule: rule.text, skipped: rule.reason }];
    const own = compiled.get(rule) as CompiledRule;
    return reachableControllers(own, controllers).map((controller) => ({
      number: rule.number,
      rule: rule.text,
      controller: controller.name,
      file: controller.file,
      logic: controller.logicFile,
      collection: [...controller.collection.actions.keys()],
      item: own.paramNames.has('id') ? [...controller.item.actions.keys()] : [],
      skipped: undefined,
    }));
  });
}

// --- internal ---

const NOTHING = { controller: undefined, file: undefined, logic: undefined, collection: [], item: [] } as const;

function reachableControllers(rule: CompiledRule, controllers: ReadonlyMap<string, ControllerPlan>): ControllerPlan[] {
  const pattern = new RegExp(
    `^${rule.controllerParts.map((part) => (typeof part === 'string' ? part : '.+')).join('')}$`,
  );
  return [...controllers.values()].filter(({ name }) => pattern.test(name));
}
