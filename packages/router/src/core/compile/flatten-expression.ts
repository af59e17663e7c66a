import type { ClassNode, Expression, ExpressionNode, GroupNode } from '../parse/types.ts';

/** A part of an expression whose choices are made. */
export type Token =
  | { readonly kind: 'text'; readonly char: string; readonly ignoreCase: boolean; readonly written: string }
  | ReadClass
  | { readonly kind: 'open' | 'close'; readonly capture: number }
  | { readonly kind: 'start' | 'end' }
  /** Takes no text, but only the engine knows whether it holds: a lookahead, `\b`. */
  | { readonly kind: 'assertion'; readonly reason: string }
  /** Not understood, nor is anything after it. */
  | { readonly kind: 'unread'; readonly reason: string };

/** A class whose characters are known. */
export type ReadClass = ClassNode & { readonly set: NonNullable<ClassNode['set']> };

/** A capture that is kept as it is. */
export interface CaptureToken {
  readonly kind: 'capture';
  readonly group: GroupNode;
}

/** Options for the variants. */
export interface FlattenOptions {
  /** Captures that are kept whole, unless another one of them is inside. */
  readonly whole: ReadonlySet<number>;
  /** An expression with more variants is not read further. */
  readonly maxVariants: number;
}

/**
 * List the variants of an expression: all alternatives chosen, each optional group taken or left out, in the order in which the engine tries them.
 *
 * Syntax that is not understood ends a variant; the tokens before it still match every text that the expression matches.
 */
export function flattenExpression(expression: Expression): Token[][];
export function flattenExpression(expression: Expression, options: FlattenOptions): (Token | CaptureToken)[][];
export function flattenExpression({ alternatives }: Expression, options = DEFAULTS): AnyToken[][] {
  return flattenAlternatives(alternatives, options);
}

// --- internal ---

type AnyToken = Token | CaptureToken;

const DEFAULTS: FlattenOptions = { whole: new Set(), maxVariants: 16 };
const TOO_MANY = { kind: 'unread', reason: 'it has too many ways, or rare characters' } as const;

function flattenAlternatives(alternatives: GroupNode['alternatives'], options: FlattenOptions): AnyToken[][] {
  const variants = alternatives.flatMap((nodes) => flattenSequence(nodes, options));
  return variants.length > options.maxVariants ? [[TOO_MANY]] : variants;
}

function flattenSequence(nodes: readonly ExpressionNode[], options: FlattenOptions): AnyToken[][] {
  let variants: AnyToken[][] = [[]];
  for (const node of nodes) {
    const next = flattenNode(node, options);
    if (variants.length * next.length > options.maxVariants) return variants.map((tokens) => join(tokens, [TOO_MANY]));
    const [only] = next;
    if (variants.length === 1 && next.length === 1) variants = [join(variants[0] as AnyToken[], only as AnyToken[])];
    else variants = variants.flatMap((tokens) => next.map((more) => join([...tokens], more)));
    if (variants.every(isEnded)) break;
  }
  return variants;
}

function isEnded(tokens: readonly AnyToken[]): boolean {
  return tokens.at(-1)?.kind === 'unread';
}

function join(tokens: AnyToken[], more: readonly AnyToken[]): AnyToken[] {
  if (!isEnded(tokens)) tokens.push(...more);
  return tokens;
}

function flattenNode(node: ExpressionNode, options: FlattenOptions): AnyToken[][] {
  switch (node.kind) {
    case 'text':
      return [
        Array.from({ length: node.text.length }, (_, at) => {
          const char = node.text[at] as string;
          const ignoreCase = node.ignoreCase && /[a-z]/.test(char);
          return { kind: 'text', char, ignoreCase, written: node.written[at] as string };
        }),
      ];
    case 'class':
      return [[node.set === undefined ? unreadClass(node) : (node as ReadClass)]];
    case 'group':
      return flattenGroup(node, options);
    case 'unread':
      return [[{ kind: node.takesText ? 'unread' : 'assertion', reason: node.reason }]];
    default:
      return [[node]];
  }
}

function unreadClass({ flags }: ClassNode): Token {
  return { kind: 'unread', reason: /[uv]/.test(flags) ? 'it has the flag u or v' : TOO_MANY.reason };
}

function flattenGroup(group: GroupNode, options: FlattenOptions): AnyToken[][] {
  const { min, max, greedy } = group;
  const once = flattenOnce(group, options);
  if (min === 1 && max === 1) return once;
  const repeated: Token = { kind: 'unread', reason: 'it repeats a group' };
  if (min > 0) return once.map((tokens) => join(tokens, [repeated]));
  // A group that matched nothing counts as one that did not take part.
  if (max !== 1 || !once.every((tokens) => tokens.some(takesText))) return [[repeated]];
  return greedy ? [...once, []] : [[], ...once];
}

function flattenOnce(group: GroupNode, options: FlattenOptions): AnyToken[][] {
  const { capture, alternatives } = group;
  if (capture === 0) return flattenAlternatives(alternatives, options);
  if (options.whole.has(capture) && !holdsWhole(alternatives, options.whole)) return [[{ kind: 'capture', group }]];
  const inner = flattenAlternatives(alternatives, options);
  return inner.map((tokens) => join([{ kind: 'open', capture }, ...tokens], [{ kind: 'close', capture }]));
}

function holdsWhole(alternatives: GroupNode['alternatives'], whole: ReadonlySet<number>): boolean {
  return alternatives.flat().some((node) => {
    return node.kind === 'group' && (whole.has(node.capture) || holdsWhole(node.alternatives, whole));
  });
}

function takesText(token: AnyToken): boolean {
  return token.kind === 'text' || token.kind === 'capture' || (token.kind === 'class' && token.min > 0);
}
