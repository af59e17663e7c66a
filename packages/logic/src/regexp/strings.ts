import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import type { Leaf } from './alphabet.ts';

/**
 * The texts other than single characters that a part takes with flag v: `[\q{abc|d}x]` → `abc`; of a property of strings (`\p{RGI_Emoji}`) their forms.
 */
export function stringsIn(leaf: Leaf): (readonly Leaf[])[] {
  const found: (readonly Leaf[])[] = [];
  const look = (node: AST.Node): void => {
    switch (node.type) {
      case 'CharacterClass':
        node.elements.forEach(look);
        return;
      case 'ExpressionCharacterClass':
        look(node.expression);
        return;
      case 'ClassIntersection':
      case 'ClassSubtraction':
        look(node.left);
        if (node.type === 'ClassIntersection') look(node.right);
        return;
      case 'ClassStringDisjunction':
        for (const { elements } of node.alternatives) if (elements.length !== 1) found.push(elements);
        return;
      case 'CharacterSet':
        for (const { elements } of formsOf(node)) found.push(elements as Leaf[]);
    }
  };
  look(leaf);
  return found;
}

/**
 * The forms of the strings that a property has (`\p{RGI_Emoji}`); none of a property of characters.
 *
 * What flags and joined pictures there are no form tells: each stands for some that the property does not have, too.
 */
export function formsOf(set: AST.CharacterSet): readonly AST.Alternative[] {
  if (set.kind !== 'property' || !set.strings) return [];
  const forms = FORMS[set.key] ?? Object.values(FORMS).flat();
  return parseRegExpLiteral(`/${forms.join('|')}/v`).pattern.alternatives;
}

// --- internal ---

const PICTURE = String.raw`\p{Extended_Pictographic}`;
const JOINED = String.raw`\u200d${PICTURE}`;
const TONE = String.raw`[\u{1f3fb}-\u{1f3ff}]`;
const CHANGE = String.raw`[\ufe0f\u{1f3fb}-\u{1f3ff}]`;

/** Thousands of strings have a few forms (https://unicode.org/reports/tr51/#Definitions). */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  Basic_Emoji: [String.raw`[[\p{Emoji}&&\p{Extended_Pictographic}]--\p{Emoji_Presentation}]\ufe0f`],
  Emoji_Keycap_Sequence: [String.raw`[0-9#*]\ufe0f\u20e3`],
  RGI_Emoji_Modifier_Sequence: [String.raw`\p{Emoji_Modifier_Base}${TONE}`],
  RGI_Emoji_Flag_Sequence: [String.raw`[\u{1f1e6}-\u{1f1ff}][\u{1f1e6}-\u{1f1ff}]`],
  RGI_Emoji_Tag_Sequence: [String.raw`\u{1f3f4}${String.raw`[\u{e0061}-\u{e007a}]`.repeat(5)}\u{e007f}`],
  RGI_Emoji_ZWJ_Sequence: [
    PICTURE + JOINED,
    PICTURE + CHANGE + JOINED,
    PICTURE + JOINED + CHANGE,
    PICTURE + CHANGE + JOINED + CHANGE,
    PICTURE + JOINED + JOINED,
    PICTURE + JOINED + CHANGE + JOINED,
    PICTURE + JOINED + JOINED + JOINED,
  ],
};
