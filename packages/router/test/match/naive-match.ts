import { decodeCapture } from '../../src/core/match/match-path.ts';
import type { ParsedRule, TargetPart } from '../../src/core/parse/types.ts';

export interface NaiveMatch {
  rule: number;
  controller: string;
  params: Record<string, string>;
}

/** The error for a capture that does not decode. */
export interface NaiveError {
  code: string;
}

/** Match a path by running the expression of each rule in order, without an index. */
export function naiveRun(rules: readonly ParsedRule[], path: string): NaiveMatch | NaiveError | undefined {
  for (const [index, rule] of rules.entries()) {
    const captures = rule.gates.every(({ regexp }) => regexp.test(path)) ? runWhole(rule, path) : null;
    if (!captures) continue;
    try {
      return { rule: index, ...fillTarget(rule, captures) };
    } catch (error) {
      return { code: (error as NaiveError).code };
    }
  }
  return undefined;
}

function runWhole({ pattern, search, strict }: ParsedRule, path: string): RegExpExecArray | null {
  const regexp = new RegExp(search ? pattern.source : `^(?:${pattern.source})$`, pattern.flags);
  const slash = path.endsWith('/') && !search && (!strict || path === '/');
  return (slash ? regexp.exec(path.slice(0, -1)) : null) ?? regexp.exec(path);
}

function fillTarget({ pattern: { groups }, target }: ParsedRule, captures: RegExpExecArray): Omit<NaiveMatch, 'rule'> {
  const taken = new Set<number>();
  const numbersOf = (slot: number | string) =>
    typeof slot === 'number' ? [slot] : groups.flatMap((name, at) => (name === slot ? [at + 1] : []));
  const fill = (parts: readonly TargetPart[], isName = false): string | undefined => {
    const texts = parts.map((part) => {
      if (part.kind === 'text') return part.text;
      const raw = numbersOf(part.slot).map((number) => captures[number]);
      return raw.find((text) => text !== undefined);
    });
    // A parameter is absent if one of its captures is.
    if (texts.includes(undefined)) return undefined;
    const filled = texts.map((text, at) => (parts[at]?.kind === 'text' ? text : decodeCapture(text as string, 255)));
    // The name of a controller must decode, but is used as received.
    return (isName ? texts : filled).join('');
  };
  for (const part of [target.controller, ...target.params.map(({ value }) => value)].flat()) {
    if (part.kind === 'slot') for (const number of numbersOf(part.slot)) taken.add(number);
  }
  const params: Record<string, string> = {};
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) params[name] = value;
  };
  for (const { name, value } of target.params) set(name, fill(value));
  for (const name of new Set(groups)) {
    if (name === undefined || target.params.some((param) => param.name === name)) continue;
    if (!numbersOf(name).some((number) => taken.has(number))) set(name, fill([{ kind: 'slot', slot: name }]));
  }
  return { controller: fill(target.controller, true) ?? '', params };
}
