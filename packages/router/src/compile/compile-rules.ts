import { checkRegExp } from '@rest-gen/logic';
import { StartError } from '../errors.ts';
import type { ParsedRule, TargetPart } from '../parse/types.ts';
import { literalPrefix } from './literal-prefix.ts';
import type { CompiledPart, CompiledRule, RuleIndex } from './types.ts';

export interface CompileOptions {
  /** Longest path in characters that will be matched; expressions are judged for it. */
  maxPath: number;
  file?: string | undefined;
}

/**
 * Compile parsed rules to an index over all of them.
 *
 * @throws {StartError} `E_RULE_SLOW` when an expression can take exponential time on a path of at most `maxPath` characters
 */
export function compileRules(rules: readonly ParsedRule[], options: CompileOptions): RuleIndex {
  return { rules: rules.map((rule) => compileRule(rule, options)) };
}

// --- internal ---

function compileRule(rule: ParsedRule, options: CompileOptions): CompiledRule {
  const { pattern, target, search } = rule;
  // The whole path must match, whether or not the author wrote ^…$.
  const regexp = search ? pattern.regexp : new RegExp(`^(?:${pattern.regexp.source})$`, pattern.regexp.flags);
  for (const expression of [regexp, ...rule.gates]) {
    refuseSlow(expression, rule, options);
  }
  const slots = [target.controller, ...target.params.map(({ value }) => value)].flat();
  const taken = new Set(slots.flatMap((part) => (part.kind === 'slot' ? findGroups(part.slot, pattern.groups) : [])));
  const params = target.params.map(({ name, value }) => ({ name, parts: compileParts(value, pattern.groups) }));
  // A named capture that the target places somewhere else (in the controller's name, in another parameter) is used up there.
  for (const name of new Set(pattern.groups)) {
    if (name === undefined || params.some((param) => param.name === name)) continue;
    const groups = findGroups(name, pattern.groups);
    if (!groups.some((index) => taken.has(index))) params.push({ name, parts: [groups] });
  }
  const prefix = literalPrefix(pattern.regexp.source);
  const ignoresCase = pattern.regexp.ignoreCase;
  const controllerParts = compileParts(target.controller, pattern.groups);
  return {
    rule,
    regexp,
    prefix: search ? '' : ignoresCase ? prefix.toLowerCase() : prefix,
    ignoresCase,
    looseSlash: !search && !rule.strict,
    controller: controllerParts.every((part) => typeof part === 'string') ? controllerParts.join('') : undefined,
    controllerParts,
    params,
    paramNames: new Set(params.map(({ name }) => name)),
  };
}

function compileParts(parts: readonly TargetPart[], groups: readonly (string | undefined)[]): CompiledPart[] {
  return parts.map((part) => (part.kind === 'text' ? part.text : findGroups(part.slot, groups)));
}

function findGroups(slot: number | string, groups: readonly (string | undefined)[]): number[] {
  return typeof slot === 'number' ? [slot] : groups.flatMap((name, index) => (name === slot ? [index + 1] : []));
}

function refuseSlow(regexp: RegExp, { number, text }: ParsedRule, { maxPath, file }: CompileOptions): void {
  const slow = checkRegExp(regexp, { maxLength: maxPath });
  if (!slow) return;
  const proof = slow.attack === '' ? slow.reason : `it takes ${slow.complexity} time, for example on ${slow.attack}`;
  throw new StartError('E_RULE_SLOW', `the expression ${String(regexp)} can hang: ${proof}`, {
    file,
    rule: { number, text },
    hint: 'Rewrite it so that each text can be matched in one way only; repeated groups must not overlap.',
  });
}
