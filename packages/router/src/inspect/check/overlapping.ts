import { planWay } from '../../compile/plan-way.ts';
import { readPieces } from '../../compile/read-pieces.ts';
import type { CompiledRule } from '../../compile/types.ts';

/** A rule, and the earlier ones that may take paths of it. */
export interface Overlap {
  readonly rule: CompiledRule;
  readonly earlier: readonly CompiledRule[];
}

/** Find the earlier rules that literal text does not keep apart from a rule: of a thousand rules, nearly all are apart. */
export function overlapping(rules: readonly CompiledRule[]): Overlap[] {
  const sets = new Map();
  const keys = rules.map(({ rule }): Key[] =>
    // What is searched for may begin anywhere.
    rule.search ? [ANYWHERE] : readPieces(rule.pattern, sets).map((pieces) => planWay(pieces).key),
  );
  const whole = new Map<string, number[]>();
  const begun = new Map<string, number[]>();
  return rules.map((rule, at) => {
    const own = keys[at] as Key[];
    const near = new Set<number>();
    for (const [text = ''] of own) {
      for (const beginning of beginningsOf(text)) for (const other of whole.get(beginning) ?? []) near.add(other);
      for (const other of begun.get(text) ?? []) near.add(other);
    }
    for (const [text = ''] of own) {
      put(whole, text, at);
      for (const beginning of beginningsOf(text)) put(begun, beginning, at);
    }
    const earlier = [...near].sort((one, other) => one - other);
    const meeting = earlier.filter((other) => own.some((key) => (keys[other] as Key[]).some((one) => meet(key, one))));
    return { rule, earlier: meeting.map((other) => rules[other] as CompiledRule) };
  });
}

// --- internal ---

/** Literal texts, in lower case, that a path begins with; one whole segment between two of them. */
type Key = readonly string[];

const ANYWHERE: Key = [''];

function beginningsOf(text: string): string[] {
  return Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end));
}

function put(index: Map<string, number[]>, text: string, at: number): void {
  const list = index.get(text);
  if (list === undefined) index.set(text, [at]);
  else if (list.at(-1) !== at) list.push(at);
}

/** Whether a path can begin as both keys say. */
function meet(one: Key, other: Key): boolean {
  for (let level = 0; level < Math.min(one.length, other.length); level++) {
    const [a, b] = [one[level] as string, other[level] as string];
    if (a !== b) return a.startsWith(b) || b.startsWith(a);
  }
  return true;
}
