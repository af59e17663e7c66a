/** Options of one rule, its last element. */
export interface RuleOptions {
  /** `full` (the default): the expression must match the whole path; `search`: plain JavaScript search. */
  match?: 'full' | 'search';
  /** Path forms only: `/Post` and `/post` differ. Default: the router's `caseSensitive`. */
  caseSensitive?: boolean;
  /** `/post/` is another path than `/post`. Default: the router's `strict`. */
  strict?: boolean;
}

/** What a user writes: one of the three rule forms of the seed, each with optional options at the end. */
export type RestRule =
  | readonly [pattern: RegExp | string, target: string, mark: 'rest', options?: RuleOptions]
  | readonly [pattern: string, mark: 'rest', options?: RuleOptions];

/** A rule of another kind (another third element): not ours, skipped. */
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

/** `comment?postId=:1&id=:2` → controller `comment`, params `postId` and `id`. */
export interface ParsedTarget {
  readonly controller: readonly TargetPart[];
  readonly params: readonly { readonly name: string; readonly value: readonly TargetPart[] }[];
}

/** A pattern as one regular expression over the raw path, and what its groups are called. It is kept as text: most are never run. */
export interface ParsedPattern {
  readonly source: string;
  readonly flags: string;
  /** Name of each capture group in order; `undefined` for one without a name. Its length is the number of groups. */
  readonly groups: readonly (string | undefined)[];
  /** Path forms: the literal segments, which name the controller of the short form (`/v1/post/:id?` → `v1/post`). */
  readonly literals: string | undefined;
}

/** A rule that is ours, as text no more. */
export interface ParsedRule {
  readonly kind: 'rest';
  /** Its place as people count: `3`, and `4.2` for the second rule of a group that is entry 4. */
  readonly number: string;
  /** As in the file: `[/\/user(?:\/(\d+))?/, 'user?id=:1', 'rest']`. */
  readonly text: string;
  readonly pattern: ParsedPattern;
  readonly target: ParsedTarget;
  /** Expressions that are searched for in the path before the pattern is tried: those of the groups around the rule. */
  readonly gates: readonly RegExp[];
  readonly search: boolean;
  readonly strict: boolean;
}

/** A rule of another kind: kept for the table of routes. */
export interface SkippedRule {
  readonly kind: 'skipped';
  readonly number: string;
  readonly text: string;
  readonly reason: string;
  /** The same as a rule of ours, without a target; `undefined` where we cannot read its pattern. */
  readonly meant: ParsedRule | undefined;
}
