import type { ExpressionNode, GroupNode } from '../core/parse/types.ts';
import { sampleTexts } from './sample-texts.ts';

/** The values of a parameter in a template. */
export interface Value {
  /** Expression that the whole value has to match, without flags; `undefined` for any. */
  readonly pattern: string | undefined;
  readonly isMultiSegment: boolean;
  /** Values that it takes, as different as possible; not empty. */
  readonly samples: readonly string[];
}

/** Why something cannot be written as a template. */
export type Opaque = string;

/**
 * Read what a part of an expression takes: `\d+`, `a|b`, `.+?`.
 *
 * The pattern is the text of the part. Under the flag i it has the case that is written, so that it matches fewer values.
 *
 * @returns a text that says why not, where the part looks around itself or means something else without its flags
 */
export function valueTemplate({ source, alternatives }: Pick<GroupNode, 'source' | 'alternatives'>): Value | Opaque {
  const nodes = alternatives.flatMap(nodesIn);
  const reason = nodes.map(reasonOf).find((one) => one !== undefined);
  if (reason !== undefined) return reason;
  const samples = sampleTexts(alternatives).filter((text) => text !== '');
  if (samples.length === 0) return `(${source}) takes nothing that a path can have without escapes`;
  const pattern = alternatives.length > 1 ? `^(?:${source})$` : `^${source}$`;
  return { pattern: ANYTHING.test(source) ? undefined : pattern, isMultiSegment: nodes.some(takesSlash), samples };
}

// --- internal ---

/** `[^/]+?`, `.+`, `[^/?#]*`: a path has no `?` and no `#`. */
const ANYTHING = /^(?:\.|\[\^(?:\\?[/?#])+\]|\[\^\])[+*]\??$/;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function nodesIn(nodes: readonly ExpressionNode[]): ExpressionNode[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? node.alternatives.flatMap(nodesIn) : [node]));
}

/** Why a node cannot be part of a pattern without flags; `undefined` when it can. */
function reasonOf(node: ExpressionNode): Opaque | undefined {
  if (node.kind === 'unread') return node.reason;
  if (node.kind === 'start' || node.kind === 'end') return 'it looks ahead or behind';
  if (node.kind !== 'class') return undefined;
  const { source, flags } = node;
  if (flags.includes('v')) return 'it has the flag v';
  if (flags.includes('u') && /\\[pu]\{?/i.test(source)) return 'it uses syntax of the flag u';
  const free = new RegExp(`^${source}$`, flags);
  const cased = new RegExp(`^${source}$`, flags.replace('i', ''));
  // Without i a negated class takes the letters of the other case.
  const loses = LETTERS.some((letter) => cased.test(letter) && !free.test(letter));
  return loses ? `${source} ignores the case` : undefined;
}

function takesSlash(node: ExpressionNode): boolean {
  if (node.kind === 'text') return node.text.includes('/');
  return node.kind === 'class' && new RegExp(`^${node.source}$`, node.flags).test('/');
}
