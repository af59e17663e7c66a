import type { KeyedVariant, TreeNode } from './types.ts';

/** Variants at one place that are tried one by one; more of them get a tree for what follows the next segment. */
const CROWD = 4;

/**
 * Build the tree over the keys of all variants.
 *
 * A path walks down once, a character at a time, and meets only variants whose key it begins with.
 */
export function buildTree(variants: readonly KeyedVariant[]): TreeNode {
  return buildLevel(variants, 0);
}

// --- internal ---

/** The tree over the texts at one place of the keys: 0 is the beginning of the path, 1 what follows the first whole segment, and so on. */
function buildLevel(variants: readonly KeyedVariant[], level: number): TreeNode {
  return buildNode(variants, { level, from: 0, to: sharedLength(variants, level, 0), up: undefined });
}

interface Place {
  readonly level: number;
  /** Characters of the keys before and after the text of the node. */
  readonly from: number;
  readonly to: number;
  readonly up: TreeNode | undefined;
}

function buildNode(variants: readonly KeyedVariant[], { level, from, to, up }: Place): TreeNode {
  const ends: KeyedVariant[] = [];
  const here: KeyedVariant[] = [];
  const below = new Map<number, KeyedVariant[]>();
  for (const keyed of variants) {
    const { key, closed } = keyed;
    const text = key[level] as string;
    if (text.length > to) {
      const code = text.charCodeAt(to);
      const same = below.get(code);
      if (same) same.push(keyed);
      else below.set(code, [keyed]);
    } else if (closed && key.length === level + 1) ends.push(keyed);
    else here.push(keyed);
  }
  const crowd = here.length > CROWD ? here.filter(({ key }) => key.length > level + 1) : [];
  const few = crowd.length > CROWD ? here.filter(({ key }) => key.length === level + 1) : here;
  const segment = few === here ? undefined : buildLevel(crowd, level + 1);
  const lowest = below.size > 0 ? Math.min(...below.keys()) : 0;
  const children = below.size > 0 ? emptyList(Math.max(...below.keys()) - lowest + 1) : NO_CHILDREN;
  const node: TreeNode = {
    text: codesOf((variants[0]?.key[level] ?? '').slice(from, to)),
    depth: to,
    children,
    lowest,
    variants: link(few),
    ends: link(ends),
    segment,
    up,
    minRank: here[0]?.variant.rank ?? Number.POSITIVE_INFINITY,
  };
  const next = here.length > 0 ? node : up;
  for (const [code, group] of below) {
    children[code - lowest] = buildNode(group, {
      level,
      from: to + 1,
      to: sharedLength(group, level, to + 1),
      up: next,
    });
  }
  return node;
}

/** How far all keys are the same. */
function sharedLength(variants: readonly KeyedVariant[], level: number, from: number): number {
  const first = variants[0]?.key[level] ?? '';
  let { length } = first;
  for (const { key } of variants) {
    const other = key[level] as string;
    let same = from;
    while (same < length && first.charCodeAt(same) === other.charCodeAt(same)) same++;
    length = same;
  }
  return length;
}

/** Variants are sorted by rank. */
function link(variants: readonly KeyedVariant[]): TreeNode['variants'] {
  for (const [at, { variant }] of variants.entries()) variant.next = variants[at + 1]?.variant;
  return variants[0]?.variant;
}

const NO_TEXT: readonly number[] = [];

function codesOf(text: string): readonly number[] {
  return text === '' ? NO_TEXT : Array.from(text, (char) => char.charCodeAt(0));
}

const NO_CHILDREN: (TreeNode | undefined)[] = [];

/** Without holes, which would be looked up in the prototype. */
function emptyList(length: number): (TreeNode | undefined)[] {
  return new Array(length).fill(undefined);
}
