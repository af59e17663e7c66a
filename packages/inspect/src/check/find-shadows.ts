import { type CompiledRule, findVariant, type RuleIndex, samplePaths, testRule } from '@rest-gen/router/internal';

/** Which rules match the sample paths of a rule. */
export interface Shadow {
  readonly rule: CompiledRule;
  /** Earlier rules take all of them. */
  readonly isShadowed: boolean;
  /** No path of it was found. */
  readonly isEmpty: boolean;
  /** Earlier rules that take some, each with the first such path. */
  readonly takers: ReadonlyMap<CompiledRule, string>;
}

/** Send sample paths of each rule through the index, and see which rule takes them. */
export function findShadows(index: RuleIndex): Shadow[] {
  return index.rules.map((rule) => {
    const paths = samplePaths(rule);
    const takers = new Map<CompiledRule, string>();
    let isShadowed = paths.length > 0;
    for (const path of paths) {
      const taker = findVariant(index, path)?.rule ?? rule;
      if (taker === rule) isShadowed = false;
      else if (!takers.has(taker)) takers.set(taker, path);
    }
    return { rule, isShadowed, isEmpty: paths.length === 0, takers };
  });
}

/** Whether a rule takes all sample paths of another one. */
export function takesAllOf(rule: CompiledRule, other: CompiledRule): boolean {
  return samplePaths(other).every((path) => testRule(rule, path));
}
