import type { KeyedWay, TreeNode } from './types.ts';

/** Ways at one place that are tried one by one; more of them are told apart by what follows the next segment. */
const CROWD = 4;

/**
 * Build the tree over the keys of all ways.
 *
 * A path walks down once, a character at a time, and meets only ways whose key it begins with.
 */
export function buildTree(ways: readonly KeyedWay[]): TreeNode {
  return buildLevel(ways, 0);
}

// --- internal ---

/** The tree over the texts at one place of the keys: 0 is the beginning of the path, 1 what follows the first whole segment, and so on. */
function buildLevel(ways: readonly KeyedWay[], level: number): TreeNode {
  return buildNode(ways, { level, from: 0, to: sharedLength(ways, level, 0), up: undefined });
}

interface Place {
  readonly level: number;
  /** Characters of the keys before and behind the text of the node. */
  readonly from: number;
  readonly to: number;
  readonly up: TreeNode | undefined;
}

function buildNode(ways: readonly KeyedWay[], { level, from, to, up }: Place): TreeNode {
  const ends: KeyedWay[] = [];
  const here: KeyedWay[] = [];
  const below = new Map<number, KeyedWay[]>();
  for (const keyed of ways) {
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
    text: codesOf((ways[0]?.key[level] ?? '').slice(from, to)),
    depth: to,
    children,
    lowest,
    ways: link(few),
    ends: link(ends),
    segment,
    up,
    least: here[0]?.way.rank ?? Number.POSITIVE_INFINITY,
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
function sharedLength(ways: readonly KeyedWay[], level: number, from: number): number {
  const first = ways[0]?.key[level] ?? '';
  let { length } = first;
  for (const { key } of ways) {
    const other = key[level] as string;
    let same = from;
    while (same < length && first.charCodeAt(same) === other.charCodeAt(same)) same++;
    length = same;
  }
  return length;
}

/** Ways come by rank. */
function link(ways: readonly KeyedWay[]): TreeNode['ways'] {
  for (const [at, { way }] of ways.entries()) way.next = ways[at + 1]?.way;
  return ways[0]?.way;
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
