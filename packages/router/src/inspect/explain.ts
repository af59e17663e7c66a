import type { CompiledRule, Params, RuleIndex } from '../compile/types.ts';
import { resolveRoute, selectAction } from '../dispatch/resolve-route.ts';
import type { ControllerPlan } from '../dispatch/types.ts';
import { isHttpError } from '../errors.ts';
import { matchPath, type PathLimits, testRule } from '../match/match-path.ts';
import { readPath } from '../match/read-path.ts';

/** How one rule fared with a path. */
export interface TriedRule {
  /** `3`, or `4.2` inside a group. */
  readonly rule: string;
  readonly text: string;
  readonly result: 'matched' | 'no match' | 'not reached';
}

/** What a request would resolve to. */
export interface Explanation {
  readonly method: string;
  readonly path: string;
  readonly tried: readonly TriedRule[];
  readonly controller: string | undefined;
  readonly file: string | undefined;
  readonly logic: string | undefined;
  /** Name of the class's method; `undefined` when there is none. */
  readonly action: string | undefined;
  readonly params: Params;
  /** The error that would be answered before any action runs: no controller, no action, a path that does not decode. */
  readonly error: { readonly status: number; readonly code: string; readonly detail: string } | undefined;
}

/** Say what a request would resolve to, with the result of each rule, without running anything. */
export function explainPath(
  index: RuleIndex,
  controllers: ReadonlyMap<string, ControllerPlan>,
  method: string,
  url: string,
  limits: PathLimits,
): Explanation {
  const path = readPath(url);
  const nothing = {
    controller: undefined,
    file: undefined,
    logic: undefined,
    action: undefined,
    params: {},
    error: undefined,
  };
  const base = { ...nothing, method, path, tried: tryRules(index.rules, path, limits) };
  try {
    const matched = matchPath(index, path, limits);
    if (!matched) return base;
    const found = { ...base, controller: matched.controller, params: { ...matched.params } };
    try {
      const route = resolveRoute(matched, controllers);
      const { file, logicFile } = route.controller;
      const known = { ...found, file, logic: logicFile };
      return { ...known, ...actionOf(() => selectAction(route, method)?.action) };
    } catch (error) {
      return { ...found, error: toOutcome(error) };
    }
  } catch (error) {
    return { ...base, error: toOutcome(error) };
  }
}

// --- internal ---

function tryRules(rules: readonly CompiledRule[], path: string, limits: PathLimits): TriedRule[] {
  let taken = false;
  return rules.map((compiled) => {
    const { number, text } = compiled.rule;
    if (taken) return { rule: number, text, result: 'not reached' };
    // Expressions are judged for paths within the limit only.
    taken = path.length <= limits.path && testRule(compiled, path) !== null;
    return { rule: number, text, result: taken ? 'matched' : 'no match' };
  });
}

function actionOf(select: () => string | undefined): Pick<Explanation, 'action' | 'error'> {
  try {
    return { action: select(), error: undefined };
  } catch (error) {
    return { action: undefined, error: toOutcome(error) };
  }
}

function toOutcome(error: unknown): Explanation['error'] {
  if (!isHttpError(error)) throw error;
  const { status, code, detail } = error;
  return { status, code, detail };
}
