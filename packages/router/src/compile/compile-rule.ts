import { checkRegExp } from '@rest-gen/logic';
import { StartError } from '../errors.ts';
import type { ParsedRule } from '../parse/types.ts';
import type { CharSets } from './char-set.ts';
import { compileTarget, fillingOf } from './compile-target.ts';
import { planWay, type WayPlan } from './plan-way.ts';
import { readEnding } from './read-ending.ts';
import { type Piece, readPieces } from './read-pieces.ts';
import type { CompiledRule, KeyedWay, Step, Way } from './types.ts';

/** What the rules of one index share while they are compiled. */
export interface Workshop {
  readonly maxPath: number;
  readonly file?: string | undefined;
  readonly sets: CharSets;
  /** Parts by their content, so that ten thousand rules with `/:id?` have one list of steps. */
  readonly parts: Map<string, unknown>;
  /** The ways of all rules so far. */
  readonly ways: KeyedWay[];
  /** Ranks that are given. */
  ranks: number;
}

/** Captures that steps can note; an expression with more of them is run. */
export const MOST_GROUPS = 32;

/**
 * Compile one rule; its ways take the next ranks.
 *
 * @throws {StartError} `E_RULE_SLOW`
 */
export function compileRule(rule: ParsedRule, workshop: Workshop): CompiledRule {
  const { pattern, search, gates } = rule;
  for (const gate of gates) refuseSlow(gate, rule, workshop);
  const pieces = readPieces(pattern, workshop.sets);
  const plans = pieces.map((way) => planWay(search ? searched(way) : way));
  const simple = !search && pattern.groups.length <= MOST_GROUPS && plans.every(({ steps }) => steps !== undefined);
  const regexp = simple ? undefined : wholePath(rule);
  if (regexp) refuseSlow(regexp, rule, workshop);
  const ending = regexp && readEnding(pattern, !search);
  const target = compileTarget(rule);
  const names = target.params.map(({ name }) => name);
  const compiled: CompiledRule & { ways: readonly Way[] } = {
    rule,
    looseSlash: !search && !rule.strict,
    ways: NO_WAYS,
    controller: target.controller,
    controllerParts: target.controller === undefined ? target.controllerParts : NO_PARTS,
    paramNames: share(workshop, `names ${names}`, () => new Set(names)),
  };
  const chosen = simple ? plans : withoutCovered(plans);
  compiled.ways = chosen.map(({ key, closed, literal, skip, exact, capital, steps = [] }, at): Way => {
    const filling = fillingOf(target, simple ? groupsOf(pieces[at] as Piece[]) : undefined);
    const way = {
      rule: compiled,
      rank: workshop.ranks + (simple ? at : 0),
      later: chosen.length,
      literal,
      skip,
      exact,
      capital,
      gated: gates.length > 0,
      steps: simple ? shareSteps(steps, workshop) : undefined,
      regexp,
      ending,
      filling: share(workshop, `filling ${JSON.stringify(filling)}`, () => filling),
      next: undefined,
    };
    workshop.ways.push({ way, key, closed: closed && simple });
    return way;
  });
  workshop.ranks += chosen.length * 2;
  return compiled;
}

// --- internal ---

const NO_WAYS: readonly Way[] = [];
const NO_PARTS: CompiledRule['controllerParts'] = [];

/** The whole path must match, whether or not the author wrote ^…$. */
function wholePath({ pattern: { source, flags }, search }: ParsedRule): RegExp {
  return new RegExp(search ? source : `^(?:${source})$`, flags);
}

/** What is searched for begins anywhere, unless it says ^, and is followed by anything. */
function searched(pieces: readonly Piece[]): readonly Piece[] {
  return pieces[0]?.kind === 'start' ? [...pieces, { kind: 'opaque' }] : [{ kind: 'opaque' }];
}

function groupsOf(pieces: readonly Piece[]): ReadonlySet<number> {
  return new Set(pieces.flatMap((piece) => (piece.kind === 'open' ? [piece.group] : [])));
}

/** The expression is run once: of two keys, one of which begins with the other, the shorter one is enough. */
function withoutCovered(plans: readonly WayPlan[]): WayPlan[] {
  return plans.filter(({ key }, at) => {
    return !plans.some((other, place) => {
      if (place === at || other.key.length > 1) return other.key.join('\0') === key.join('\0') && place < at;
      const [text = ''] = other.key;
      return key[0] === text ? key.length > 1 || place < at : (key[0] as string).startsWith(text);
    });
  });
}

function share<T>({ parts }: Workshop, name: string, make: () => T): T {
  const known = parts.get(name) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  parts.set(name, made);
  return made;
}

function shareSteps(steps: readonly Step[], workshop: Workshop): readonly Step[] {
  const names = steps.map(({ set, least, most, text, fold, group, opens }) => {
    return JSON.stringify([set?.name, least, most, text, fold, group, opens]);
  });
  return share(workshop, `steps ${names}`, () =>
    steps.map((step, at) => share(workshop, names[at] as string, () => step)),
  );
}

function refuseSlow(regexp: RegExp, { number, text }: ParsedRule, workshop: Workshop): void {
  share(workshop, `judged ${String(regexp)}`, () => {
    const slow = checkRegExp(regexp, { maxLength: workshop.maxPath });
    if (!slow) return true;
    const proof = slow.attack === '' ? slow.reason : `it takes ${slow.complexity} time, for example on ${slow.attack}`;
    throw new StartError('E_RULE_SLOW', `the expression ${String(regexp)} can hang: ${proof}`, {
      file: workshop.file,
      rule: { number, text },
      hint: 'Rewrite it so that each text can be matched in one way only; repeated groups must not overlap.',
    });
  });
}
