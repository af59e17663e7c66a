import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { onlyCharacter, parseCharSet } from './char-set.ts';
import type { Expression, ExpressionNode, GroupNode, UnreadNode } from './types.ts';

/**
 * Parse a regular expression once for the index, `explain`, `check` and documents.
 *
 * Syntax that is not understood becomes an `unread` node with the reason; the nodes around it are still valid.
 */
export function parseExpression({ source, flags }: Pick<RegExp, 'source' | 'flags'>): Expression {
  let pattern: AST.Pattern;
  try {
    const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    pattern = PARSER.parsePattern(source, 0, source.length, mode);
  } catch {
    // The engine may know newer syntax than the parser.
    const groups = new Array<undefined>(countGroups(source, flags)).fill(undefined);
    return { alternatives: [[unread('its syntax is newer than what is read here', source)]], groups };
  }
  const numbers = new Map<AST.CapturingGroup, number>();
  visitRegExpAST(pattern, { onCapturingGroupEnter: (group) => void numbers.set(group, numbers.size + 1) });
  const groups = Array.from(numbers.keys(), ({ name }) => name ?? undefined);
  // With m the expression may begin after any line end.
  if (flags.includes('m')) return { alternatives: [[unread('it has the flag m', source)]], groups };
  const reader: Reader = {
    unicode: /[uv]/.test(flags),
    ignoreCase: flags.includes('i'),
    flags: flags.replace(/[^isuv]/g, ''),
    numbers,
  };
  return { alternatives: readAlternatives(pattern.alternatives, reader), groups };
}

/** The most characters of a class without an end. */
export const ENDLESS: number = 2 ** 30;

/** How many capture groups an expression has. */
export function countGroups(source: string, flags: string): number {
  return (new RegExp(`${source}|`, flags).exec('') as RegExpExecArray).length - 1;
}

// --- internal ---

const PARSER = new RegExpParser();

/** Copies of a character (`a{3}`) that are written out. */
const MAX_COPIES = 64;

/** Groups by their text: ten thousand rules with `/:id?` share one, which halves the memory of a rule. */
const GROUPS = new Map<string, GroupNode>();
const MAX_SHARED = 1000;

interface Reader {
  readonly unicode: boolean;
  readonly ignoreCase: boolean;
  /** Flags that change the characters of a class. */
  readonly flags: string;
  readonly numbers: ReadonlyMap<AST.CapturingGroup, number>;
}

function unread(reason: string, source: string, takesText = true): UnreadNode {
  return { kind: 'unread', reason, source, takesText };
}

function readAlternatives(alternatives: readonly AST.Alternative[], reader: Reader): ExpressionNode[][] {
  return alternatives.map(({ elements }) => mergeTexts(elements.map((element) => readElement(element, reader))));
}

/** Characters that follow each other are one text. */
function mergeTexts(nodes: readonly ExpressionNode[]): ExpressionNode[] {
  const merged: ExpressionNode[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as ExpressionNode;
    if (node.kind !== 'text') {
      merged.push(node);
      continue;
    }
    const { ignoreCase } = node;
    const texts = [node];
    for (let next = nodes[at + 1]; next?.kind === 'text' && next.ignoreCase === ignoreCase; next = nodes[at + 1]) {
      texts.push(next);
      at++;
    }
    // Joined, it is one flat text, which takes less memory than a sum.
    const written = texts.map((text) => text.written).join('');
    const text = texts.map((text) => text.text).join('');
    if (text !== '') merged.push({ kind: 'text', text: text === written ? written : text, ignoreCase, written });
  }
  // A copy has no room to grow.
  return merged.slice();
}

function readElement(element: AST.Element, reader: Reader): ExpressionNode {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return readCharacters(element, reader, 1, 1);
    case 'Group':
      if (element.modifiers) return unread('it changes its flags on the way', element.raw);
      return readGroup(element, reader);
    case 'CapturingGroup':
      return readGroup(element, reader);
    case 'Assertion':
      if (element.kind === 'start' || element.kind === 'end') return { kind: element.kind };
      return unread(
        element.kind === 'word' ? 'it has a boundary of words' : 'it looks ahead or behind',
        element.raw,
        false,
      );
    case 'Quantifier':
      return readQuantifier(element, reader);
    case 'Backreference':
      return unread('it refers back to a capture', element.raw);
    default:
      return unread('it has the flag v', element.raw);
  }
}

function readGroup(group: AST.Group | AST.CapturingGroup, reader: Reader, quantifier?: AST.Quantifier): GroupNode {
  const { raw } = quantifier ?? group;
  const captures = Array.from(reader.numbers).filter(([{ start, end }]) => start >= group.start && end <= group.end);
  const key = [raw, reader.flags, captures[0]?.[1]].join(' ');
  const known = GROUPS.get(key);
  if (known !== undefined) return known;
  const { min = 1, max = 1, greedy = true } = quantifier ?? {};
  const capture = group.type === 'CapturingGroup' ? (reader.numbers.get(group) as number) : 0;
  const source = group.alternatives.map((alternative) => alternative.raw).join('|');
  const alternatives = readAlternatives(group.alternatives, reader);
  const node: GroupNode = { kind: 'group', capture, source, alternatives, min, max, greedy };
  if (GROUPS.size >= MAX_SHARED) GROUPS.clear();
  GROUPS.set(key, node);
  return node;
}

function readQuantifier(quantifier: AST.Quantifier, reader: Reader): ExpressionNode {
  const { element, min, max, greedy, raw } = quantifier;
  switch (element.type) {
    case 'Character':
      if (min === 0 && max === 1) {
        const once = readCharacters(element, reader, 1, 1);
        return { kind: 'group', capture: 0, source: element.raw, alternatives: [[once]], min, max, greedy };
      }
      return readCharacters(element, reader, min, max);
    case 'CharacterSet':
    case 'CharacterClass':
      return readCharacters(element, reader, min, max);
    case 'CapturingGroup':
      return readGroup(element, reader, quantifier);
    case 'Group':
      if (!element.modifiers) return readGroup(element, reader, quantifier);
      return unread('it changes its flags on the way', raw);
    default:
      return unread('it looks ahead or behind', raw);
  }
}

function readCharacters(
  node: AST.Character | AST.CharacterSet | AST.CharacterClass,
  reader: Reader,
  min: number,
  max: number,
): ExpressionNode {
  if (node.type === 'Character' && min === max && max <= MAX_COPIES) return readCharacter(node, reader, max);
  const set = reader.unicode ? undefined : parseCharSet(node, reader.flags);
  const char = min === 1 && max === 1 && set !== undefined ? onlyCharacter(set) : undefined;
  if (char !== undefined) return char;
  return { kind: 'class', source: node.raw, set, flags: reader.flags, min, max: Math.min(max, ENDLESS) };
}

function readCharacter({ value, raw }: AST.Character, { unicode, ignoreCase }: Reader, times: number): ExpressionNode {
  const char = String.fromCodePoint(value);
  const written = char.repeat(times);
  if (!ignoreCase) {
    if (char.length === 1) return { kind: 'text', text: written, ignoreCase, written };
    return unread('it has the flag u or v', raw);
  }
  // Beyond ASCII, letters may have more than two forms; with u the Kelvin sign is a k, and ſ an s.
  if (value > 127 || (unicode && /[ks]/i.test(char))) return unread('it has rare characters', raw);
  return { kind: 'text', text: written.toLowerCase(), ignoreCase, written };
}
