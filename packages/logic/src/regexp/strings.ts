import type { AST } from '@eslint-community/regexpp';
import type { Leaf } from './alphabet.ts';

/** The texts other than single characters that a part reads with flag v: `[\q{abc|d}x]` → `abc`. */
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
        return;
      case 'ClassStringDisjunction':
        for (const { elements } of node.alternatives) if (elements.length !== 1) found.push(elements);
    }
  };
  look(leaf);
  return found;
}

/** Whether a part reads the strings of a property: `\p{RGI_Emoji}`. */
export function hasSequences(leaf: Leaf): boolean {
  return /\\p\{(?:RGI_|Basic_Emoji|Emoji_Keycap)/.test(leaf.raw);
}
