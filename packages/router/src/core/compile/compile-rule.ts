import { checkRegExp } from '@rest-gen/logic/common';
import { StartError } from '../errors.ts';
import type { ParsedPattern, ParsedRule } from '../parse/types.ts';
import { compileTarget, fillingOf } from './compile-target.ts';
import { type CompiledVariant, compileVariant } from './compile-variant.ts';
import { flattenExpression, type Token } from './flatten-expression.ts';
import type { CompiledRule, Ending, KeyedVariant, Step, Variant } from './types.ts';

/** State shared by the rules of an index while they are compiled. */
export interface CompileContext {
  readonly maxPath: number;
  readonly file?: string | undefined;
  /** Parts by their content, so that ten thousand rules with `/:id?` have one list of steps. */
  readonly parts: Map<string, unknown>;
  /** The variants of all rules so far. */
  readonly variants: KeyedVariant[];
  /** Ranks that are given. */
  ranks: number;
}

/** Captures that steps can note; an expression with more of them is run. */
export const MAX_GROUPS = 32;

/**
 * Compile one rule; its variants take the next ranks.
 *
 * @throws {StartError} `E_RULE_SLOW`
 */
export function compileRule(rule: ParsedRule, context: CompileContext): CompiledRule {
  const { pattern, search, gates } = rule;
  for (const { regexp } of gates) refuseSlow(regexp, rule, context);
  const flat = flattenExpression(pattern);
  const variants = flat.map((tokens) => compileVariant(search ? searched(tokens) : tokens));
  const simple = !search && pattern.groups.length <= MAX_GROUPS && variants.every(({ steps }) => steps !== undefined);
  const regexp = simple ? undefined : wholePath(rule);
  if (regexp) refuseSlow(regexp, rule, context);
  const ending = regexp && parseEnding(pattern, !search);
  const target = compileTarget(rule);
  const names = target.params.map(({ name }) => name);
  const compiled: CompiledRule & { variants: readonly Variant[] } = {
    rule,
    looseSlash: !search && !rule.strict,
    variants: NO_VARIANTS,
    controller: target.controller,
    controllerParts: target.controller === undefined ? target.controllerParts : NO_PARTS,
    paramNames: share(context, `names ${names}`, () => new Set(names)),
  };
  const chosen = simple ? variants : withoutCovered(variants);
  compiled.variants = chosen.map(({ key, closed, literal, skip, exact, capital, steps = [] }, at): Variant => {
    const filling = fillingOf(target, simple ? groupsOf(flat[at] as Token[]) : undefined);
    const variant = {
      rule: compiled,
      rank: context.ranks + (simple ? at : 0),
      later: chosen.length,
      literal,
      skip,
      exact,
      capital,
      gated: gates.length > 0,
      steps: simple ? shareSteps(steps, context) : undefined,
      regexp,
      ending,
      filling: share(context, `filling ${JSON.stringify(filling)}`, () => filling),
      next: undefined,
    };
    context.variants.push({ variant, key, closed: closed && simple });
    return variant;
  });
  context.ranks += chosen.length * 2;
  return compiled;
}

// --- internal ---

const NO_VARIANTS: readonly Variant[] = [];
const NO_PARTS: CompiledRule['controllerParts'] = [];

/** The whole path must match, whether or not the author wrote ^…$. */
function wholePath({ pattern: { source, flags }, search }: ParsedRule): RegExp {
  return new RegExp(search ? source : `^(?:${source})$`, flags);
}

/** A search matches anywhere, unless it begins with ^, and may be followed by anything. */
function searched(tokens: readonly Token[]): readonly Token[] {
  const anything: Token = { kind: 'unread', reason: 'it is searched for' };
  return tokens[0]?.kind === 'start' ? [...tokens, anything] : [anything];
}

function groupsOf(tokens: readonly Token[]): ReadonlySet<number> {
  return new Set(tokens.flatMap((token) => (token.kind === 'open' ? [token.capture] : [])));
}

/** The expression is run once: of two keys, one of which begins with the other, the shorter one is enough. */
function withoutCovered(variants: readonly CompiledVariant[]): CompiledVariant[] {
  return variants.filter(({ key }, at) => {
    return !variants.some((other, place) => {
      if (place === at || other.key.length > 1) return other.key.join('\0') === key.join('\0') && place < at;
      const [text = ''] = other.key;
      return key[0] === text ? key.length > 1 || place < at : (key[0] as string).startsWith(text);
    });
  });
}

function share<T>({ parts }: CompileContext, name: string, make: () => T): T {
  const known = parts.get(name) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  parts.set(name, made);
  return made;
}

function shareSteps(steps: readonly Step[], context: CompileContext): readonly Step[] {
  const names = steps.map(({ set, min, max, text, ignoreCase, group, opens }) => {
    return JSON.stringify([set?.name, min, max, text, ignoreCase, group, opens]);
  });
  return share(context, `steps ${names}`, () =>
    steps.map((step, at) => share(context, names[at] as string, () => step)),
  );
}

function refuseSlow(regexp: RegExp, { number, text }: ParsedRule, context: CompileContext): void {
  share(context, `judged ${String(regexp)}`, () => {
    const slow = checkRegExp(regexp, { maxLength: context.maxPath });
    if (!slow) return true;
    throw new StartError('E_RULE_SLOW', `the expression ${String(regexp)} can hang: ${slow.reason}`, {
      file: context.file,
      rule: { number, text },
      hint: 'Rewrite it so that each text can be matched in one way only; repeated groups must not overlap.',
    });
  });
}

/**
 * Read the fixed text that ends every text which an expression takes: a comparison then spares a run of it over a long path.
 *
 * @param isWhole - the expression has to match the whole text, whether or not it says `$`
 * @returns `undefined` when there is none, or it is unknown
 */
function parseEnding(
  { alternatives, flags }: Pick<ParsedPattern, 'alternatives' | 'flags'>,
  isWhole: boolean,
): Ending | undefined {
  const ignoreCase = flags.includes('i');
  // With u and i letters have more forms than two.
  if (alternatives.length > 1 || (ignoreCase && /[uv]/.test(flags))) return undefined;
  const nodes = alternatives[0] ?? [];
  const isAnchored = nodes.at(-1)?.kind === 'end';
  if (!isWhole && !isAnchored) return undefined;
  const last = nodes.at(isAnchored ? -2 : -1);
  // Letters in `[Cc]` ignore the case without the flag.
  if (last?.kind !== 'text' || (last.ignoreCase && !ignoreCase)) return undefined;
  const text = last.text.split(/[^\0-\x7f]/).at(-1) as string;
  return text === '' ? undefined : { text, ignoreCase };
}
