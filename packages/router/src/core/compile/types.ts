import type { CharSet, ParsedRule } from '../parse/types.ts';

/** Mapped route parameters: nothing is inherited; an optional segment that is absent leaves its parameter absent. */
export type Params = Record<string, string>;

/**
 * A piece of a compiled target: fixed text, or the captures that can fill it, by index (1 is the first). There are several where the same name
 * is in several alternatives: `/\/a\/(?<id>\d+)|\/b\/(?<id>\w+)/`.
 */
export type CompiledPart = string | readonly number[];

/** A parameter, and what it is filled with. */
export interface CompiledParam {
  readonly name: string;
  readonly parts: readonly CompiledPart[];
  /** The capture that is all of it, when it is one that is always there; else 0. */
  readonly group: number;
}

/** A rule ready to match. */
export interface CompiledRule {
  readonly rule: ParsedRule;
  /** Take the path without its last slash, too. */
  readonly looseSlash: boolean;
  /** In the order in which the expression tries them. */
  readonly variants: readonly Variant[];
  /** The controller's name when no capture is in it, else `undefined`. */
  readonly controller: string | undefined;
  readonly controllerParts: readonly CompiledPart[];
  readonly paramNames: ReadonlySet<string>;
}

/** A step at a position of the path: take a run of characters (`set`), compare a text (`text`), or note where a capture begins or ends. */
export interface Step {
  /** As many of these characters as there are. */
  readonly set: CharSet | undefined;
  readonly min: number;
  readonly max: number;
  /** In lower case when `ignoreCase`. */
  readonly text: string | undefined;
  readonly ignoreCase: boolean;
  /** The capture; of a run the one that holds the run and nothing else, or 0. */
  readonly group: number;
  readonly opens: boolean;
}

/** The name and parameters that the captures of a variant fill. */
export interface Filling {
  readonly params: readonly CompiledParam[];
  /** `undefined` when the controller's name is fixed. */
  readonly controller: readonly CompiledPart[] | undefined;
}

/** A fixed text at the end; in lower case when `ignoreCase`. */
export interface Ending {
  readonly text: string;
  readonly ignoreCase: boolean;
}

/**
 * A variant of the expression of a rule: all alternatives chosen, each optional group taken or left out.
 *
 * `/\/user(?:\/(\d+))?/` has two: `/user/` and digits, and `/user`. Either all variants of a rule are steps, or each is the whole expression.
 */
export interface Variant {
  readonly rule: CompiledRule;
  /** Its place among the variants of all rules: the match with the smallest one wins. */
  readonly rank: number;
  /** Added to the rank when the last slash is matched too, which is tried after all variants without it. */
  readonly later: number;
  /** Text that the path begins with, and that no step repeats. */
  readonly literal: string;
  /** Its length. */
  readonly skip: number;
  /** Whether the case of the literal matters, and whether it has a capital letter: the tree does not look at the case. */
  readonly exact: boolean;
  readonly capital: boolean;
  /** Whether the rule is in a group. */
  readonly gated: boolean;
  /** The steps after the literal; `undefined` for an expression. */
  readonly steps: readonly Step[] | undefined;
  /** The whole path, anchored; `undefined` when there are steps. */
  readonly regexp: RegExp | undefined;
  /** For an expression: the text that every matching path ends with. */
  readonly ending: Ending | undefined;
  readonly filling: Filling;
  /** The next variant in the same place of the tree. */
  next: Variant | undefined;
}

/** A variant and what the tree knows it by. */
export interface KeyedVariant {
  readonly variant: Variant;
  /** Literal texts that its paths begin with, in lower case; between two of them there is just one segment. */
  readonly key: readonly string[];
  /** Whether the path ends after the key. */
  readonly closed: boolean;
}

/** A place in the tree over the keys of all variants, in lower case. */
export interface TreeNode {
  /** Text after the character that leads here, as character codes: an engine reads them faster than a text. */
  readonly text: readonly number[];
  /** Characters from the root of its tree to here. */
  readonly depth: number;
  /** By character code, from `lowest` on. */
  readonly children: readonly (TreeNode | undefined)[];
  readonly lowest: number;
  /** Variants whose key ends here, by rank: those that go on, and those that end. */
  variants: Variant | undefined;
  readonly ends: Variant | undefined;
  /** The tree of what follows a whole segment at this place; made where many variants meet. */
  segment: TreeNode | undefined;
  /** The nearest node above that has `variants` or `segment`. */
  up: TreeNode | undefined;
  /** The smallest rank in `variants` and below `segment`. */
  minRank: number;
}

/** All rules in written order, and the tree that finds them. */
export interface RuleIndex {
  readonly rules: readonly CompiledRule[];
  readonly tree: TreeNode;
  /** Written by each match. */
  readonly search: Search;
}

/** The best match so far, and its captures. */
export interface Search {
  /** Position of the best match. */
  rank: number;
  /** Where the match ends. */
  end: number;
  /** Expression of a variant without steps. */
  captures: RegExpExecArray | undefined;
  /** The rank of the variant whose captures are in the slots. */
  noted: number;
  /**
   * Captures of a variant with steps: for each group its begin, its end, and 1 when it has to be decoded. What belongs to no group goes to
   * group 0.
   */
  readonly slots: Int32Array;
}

/** The match of a path, before the controller is looked up. */
export interface MatchedRule {
  readonly rule: CompiledRule;
  readonly controller: string;
  readonly params: Params;
  /** The parameter `id` as received, where it has a comma: decoded, one between two values looks like one in a value. */
  readonly rawId: string | undefined;
}
