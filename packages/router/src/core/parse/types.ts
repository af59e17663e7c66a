/** Options of one rule, its last element. */
export interface RuleOptions {
  /** `full` (the default): the expression must match the whole path; `search`: plain JavaScript search. */
  match?: 'full' | 'search';
  /** Path forms only: `/Post` and `/post` differ. Default: the router's `caseSensitive`. */
  caseSensitive?: boolean;
  /** `/post/` is another path than `/post`. Default: the router's `strict`. */
  strict?: boolean;
}

/** A rule as written: one of the three forms of the seed, each with optional options at the end. */
export type RestRule =
  | readonly [pattern: RegExp | string, target: string, mark: 'rest', options?: RuleOptions]
  | readonly [pattern: string, mark: 'rest', options?: RuleOptions];

/** A rule of another kind (another third element), which is skipped. */
export type ForeignRule = readonly [pattern: RegExp | string, ...rest: unknown[]];

/** Rules that are tried only when `match` (a path prefix, or an expression that is searched for) takes the path. */
export interface RuleGroup {
  match: RegExp | string;
  rules: readonly RuleConfig[];
}

/** One entry of the list that `src/config/router` exports. */
export type RuleConfig = RestRule | ForeignRule | RuleGroup;

/** A piece of a target: fixed text, or a capture of the pattern by number (`:1`) or name (`:postId`). */
export type TargetPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'slot'; readonly slot: number | string };

/** `comment?postId=:1&id=:2` → controller `comment`, params `postId` and `id`. `issue#archive` also names an action. */
export interface ParsedTarget {
  readonly controller: readonly TargetPart[];
  readonly params: readonly { readonly name: string; readonly value: readonly TargetPart[] }[];
  /** `archive` of `issue#archive`, which POST runs; `undefined` for the actions of the HTTP methods. */
  readonly action: string | undefined;
}

/** A pattern as one regular expression over the raw path. */
export interface ParsedPattern extends Expression {
  readonly source: string;
  readonly flags: string;
  /** Path forms: the literal segments, which name the controller of the short form (`/v1/post/:id?` → `v1/post`). */
  readonly literals: string | undefined;
}

/** A node of a regular expression. */
export interface Expression {
  readonly alternatives: readonly (readonly ExpressionNode[])[];
  /** Name of each capture group in order; `undefined` for one without a name. Its length is the number of groups. */
  readonly groups: readonly (string | undefined)[];
}

export type ExpressionNode = TextNode | ClassNode | GroupNode | UnreadNode | { readonly kind: 'start' | 'end' };

/** Literal text. */
export interface TextNode {
  readonly kind: 'text';
  /** In lower case when `ignoreCase`. */
  readonly text: string;
  readonly ignoreCase: boolean;
  /** In the case of the author. */
  readonly written: string;
}

/** Characters of a class: `\d+`, `[^/]{2}`. */
export interface ClassNode {
  readonly kind: 'class';
  /** The class as it is written, and the flags that change what it takes. */
  readonly source: string;
  readonly flags: string;
  /** `undefined` when characters beyond ASCII would have to be distinguished. */
  readonly set: CharSet | undefined;
  readonly min: number;
  readonly max: number;
}

/** Alternatives in parentheses: `(?:a|b)?`, `(\d+)`. */
export interface GroupNode {
  readonly kind: 'group';
  /** Number of the capture; 0 when it captures nothing. */
  readonly capture: number;
  /** The text in the parentheses. */
  readonly source: string;
  readonly alternatives: readonly (readonly ExpressionNode[])[];
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

/** A part that only the engine can run. */
export interface UnreadNode {
  readonly kind: 'unread';
  /** Why: `it looks ahead or behind`. */
  readonly reason: string;
  readonly source: string;
  /** Otherwise it is an assertion, and the nodes after it are still understood. */
  readonly takesText: boolean;
}

/** Characters that a class takes. */
export interface CharSet {
  /** The class as it is written, and its flags. */
  readonly name: string;
  /** For each character of ASCII: 0 when it is not in the set; bit 2 is set for those that a capture cannot have as they are: `%` and `/`. */
  readonly table: Uint8Array;
  /** Which characters beyond ASCII are in it; `no line end`: all but U+2028 and U+2029. */
  readonly beyond: 'none' | 'all' | 'no line end';
}

/** An expression that is searched for in the path before a pattern is tried: the `match` of a group around the rule. */
export interface Gate {
  readonly regexp: RegExp;
  /** As its author wrote it: `/admin`; `undefined` for an expression. */
  readonly prefix: string | undefined;
}

/** A parsed rule. */
export interface ParsedRule {
  readonly kind: 'rest';
  /** Its number, from 1: `3`, or `4.2` for the second rule of the group at entry 4. */
  readonly number: string;
  /** As in the file: `[/\/user(?:\/(\d+))?/, 'user?id=:1', 'rest']`. */
  readonly text: string;
  readonly pattern: ParsedPattern;
  readonly target: ParsedTarget;
  /** Conditions of the groups around the rule. */
  readonly gates: readonly Gate[];
  readonly search: boolean;
  readonly strict: boolean;
}

/** A rule of another kind: kept for the table of routes. */
export interface SkippedRule {
  readonly kind: 'skipped';
  readonly number: string;
  readonly text: string;
  readonly reason: string;
}
