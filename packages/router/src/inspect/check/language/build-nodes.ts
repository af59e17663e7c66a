import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { ParsedPattern } from '../../../parse/types.ts';
import { type CharTable, readTable } from './characters.ts';

/** A place in an expression; `next` and the like are places in the list of nodes. */
export type Node =
  | { readonly kind: 'char'; readonly table: CharTable; readonly next: number }
  | { readonly kind: 'choice'; readonly next: number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'word'; readonly negate: boolean; readonly next: number }
  | { readonly kind: 'look'; readonly negate: boolean; readonly body: number; readonly next: number }
  | { readonly kind: 'accept' };

/** An expression as nodes; node 0 is `accept`. */
export interface Nodes {
  readonly nodes: readonly Node[];
  readonly entry: number;
  /** They take what the expression takes, and nothing else; else they take more. */
  readonly isExact: boolean;
}

/**
 * Draw an expression as a graph that takes the same texts (Thompson, Regular expression search algorithm, 1968).
 *
 * Lookbehinds, back references, inline flags and texts in classes are read as what may be there: then the graph takes more.
 *
 * @returns `undefined` for an expression that is too large
 */
export function buildNodes({ source, flags }: Pick<ParsedPattern, 'source' | 'flags'>): Nodes | undefined {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, mode);
  const drawing: Drawing = { nodes: [{ kind: 'accept' }], flags: flags.replace(/[^isuv]/g, ''), isExact: true };
  try {
    const entry = drawAny(pattern.alternatives, 0, drawing);
    return { nodes: drawing.nodes, entry, isExact: drawing.isExact };
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

// --- internal ---

interface Drawing {
  readonly nodes: Node[];
  readonly flags: string;
  isExact: boolean;
}

class TooLarge extends Error {}

const MOST_NODES = 5_000;

function add(drawing: Drawing, node: Node): number {
  if (drawing.nodes.length >= MOST_NODES) throw new TooLarge();
  return drawing.nodes.push(node) - 1;
}

/** Each part is drawn in front of what follows it. */
function drawAny(alternatives: readonly AST.Alternative[], next: number, drawing: Drawing): number {
  const drawn = alternatives.map(({ elements }) =>
    elements.reduceRight((after, element) => draw(element, after, drawing), next),
  );
  return drawn.length === 1 ? (drawn[0] as number) : add(drawing, { kind: 'choice', next: drawn });
}

function draw(element: AST.Element, next: number, drawing: Drawing): number {
  switch (element.type) {
    case 'Group':
      if (element.modifiers) drawing.isExact = false;
      return drawAny(element.alternatives, next, drawing);
    case 'CapturingGroup':
      return drawAny(element.alternatives, next, drawing);
    case 'Quantifier':
      return drawQuantifier(element, next, drawing);
    case 'Assertion':
      return drawAssertion(element, next, drawing);
    case 'Backreference':
      return drawReference(element, next, drawing);
    default: {
      // With flag v a class can take texts of several characters, and the engine of Node 20 does not repeat [^].
      if (drawing.flags.includes('v') && /\\q\{|^\[\^\]$/.test(element.raw)) drawing.isExact = false;
      return add(drawing, { kind: 'char', table: readTable(element.raw, drawing.flags), next });
    }
  }
}

function drawQuantifier({ element, min, max }: AST.Quantifier, next: number, drawing: Drawing): number {
  let after = next;
  if (max === Number.POSITIVE_INFINITY) {
    const again: number[] = [];
    after = add(drawing, { kind: 'choice', next: again });
    again.push(draw(element, after, drawing), next);
  } else {
    for (let copy = min; copy < max; copy++) {
      after = add(drawing, { kind: 'choice', next: [draw(element, after, drawing), next] });
    }
  }
  for (let copy = 0; copy < min; copy++) after = draw(element, after, drawing);
  return after;
}

function drawAssertion(assertion: AST.Assertion, next: number, drawing: Drawing): number {
  switch (assertion.kind) {
    // A path has no line ends: with flag m they mean the same.
    case 'start':
    case 'end':
      return add(drawing, { kind: assertion.kind, next });
    case 'word':
      return add(drawing, { kind: 'word', negate: assertion.negate, next });
    case 'lookahead': {
      const body = drawAny(assertion.alternatives, 0, drawing);
      return add(drawing, { kind: 'look', negate: assertion.negate, body, next });
    }
    case 'lookbehind':
      drawing.isExact = false;
      return next;
  }
}

/** Once more what the group may hold; inside of itself it is empty. */
function drawReference(reference: AST.Backreference, next: number, drawing: Drawing): number {
  drawing.isExact = false;
  const groups = [reference.resolved].flat().filter((group) => !encloses(group, reference));
  const copies = groups.map((group) => drawAny(group.alternatives, next, drawing));
  return add(drawing, { kind: 'choice', next: [...copies, next] });
}

function encloses(group: AST.Node, node: AST.Node): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (at === group) return true;
  return false;
}
