import type { Params } from '../compile/types.ts';

/** Why one rule did or did not match a path. */
export interface TriedRule {
  /** `3`, or `4.2` inside a group. */
  readonly rule: string;
  /** The rule as written. */
  readonly text: string;
  /** `would match too`: a rule before it matched, and it takes it too. `skipped`: not a rule of ours. */
  readonly result: 'matched' | 'no match' | 'would match too' | 'not reached' | 'skipped';
  /** Why it did not take the path, in words: `needs a digit at "abc"`; `undefined` for the rule that matched. */
  readonly reason: string | undefined;
  /** Where in the path the reason holds, in characters from its beginning; `undefined` where it holds for no place of it. */
  readonly at: number | undefined;
}

/** A rule, and where it is written. */
export interface RulePlace {
  /** `3`, or `4.2` inside a group. */
  readonly rule: string;
  readonly text: string;
  /** The file of the list; `undefined` when it was handed over. */
  readonly file: string | undefined;
}

/** The rule that was most likely meant. */
export interface NearestRule extends RulePlace {
  /** The path as this rule would take it, `/user/12` for `/user/12abc`; `undefined` when its expression does not tell. */
  readonly url: string | undefined;
}

/** What a request would resolve to; it can be written as JSON. */
export interface Explanation {
  readonly method: string;
  /** Without query, below the mount path: `/post/7`. */
  readonly path: string;
  /** Every rule, in written order. */
  readonly tried: readonly TriedRule[];
  /** The rule that takes the path; `undefined` for none. */
  readonly matched: RulePlace | undefined;
  readonly controller: string | undefined;
  readonly file: string | undefined;
  readonly logic: string | undefined;
  /** Name of the class's method; `undefined` when there is none. */
  readonly action: string | undefined;
  readonly params: Params;
  /** For a GET, what `?include=` can name, with the columns that connect it: `comments (comment.post_id, at most 20)`. */
  readonly include: readonly string[];
  /** The error that would be answered before any action runs: no controller, no action, a path that does not decode. */
  readonly error: { readonly status: number; readonly code: string; readonly detail: string } | undefined;
  /** The status that follows with what is known; 404 when no rule takes the path, and no later handler does. */
  readonly status: number;
  /** What happens and why, one sentence. */
  readonly outcome: string;
  /** Methods that the path has, `GET, HEAD, POST, OPTIONS`; `undefined` without a controller. */
  readonly allow: string | undefined;
  /** When no rule takes the path; `undefined` when none is near. */
  readonly nearest: NearestRule | undefined;
  /** Creates what is missing: `npx rest-gen controller tag -r`. */
  readonly command: string | undefined;
  /** What to do, with the URL or the command in it; `undefined` when nothing is wrong. */
  readonly hint: string | undefined;
}
