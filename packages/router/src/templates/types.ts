/** A rule and the paths that it takes. */
export interface RuleDescription {
  /** `3`, or `4.2` inside a group. */
  readonly number: string;
  /** The rule as written. */
  readonly text: string;
  /** The file of the list of rules; `undefined` when it was given as an option. */
  readonly file: string | undefined;
  /**
   * Every path that the rule takes: optional segments with and without, alternatives one by one, a bulk rule once for each controller it reaches. In the
   * order in which they are tried. A path that an earlier rule always takes is listed all the same.
   */
  readonly paths: readonly PathDescription[];
  /** Why `paths` does not show all: the expression is too rich to be written as templates (`search`, lookaheads, back references): `it looks ahead or behind`. */
  readonly opaque: string | undefined;
}

/** One path of a rule. */
export interface PathDescription {
  /** The controller that it leads to. */
  readonly controller: string;
  /** RFC 6570 level 1, as in OpenAPI: `/post/{postId}/comments/{id}`. Text is percent-encoded where a URL needs it. */
  readonly template: string;
  /** In the order of the template. */
  readonly parameters: readonly PathParameter[];
  /** The parameter `id` is filled: the path names one record. */
  readonly isItem: boolean;
  /** The only action that the path has, by the name of its method: `archiveAction`; absent for those of the HTTP methods. */
  readonly action?: string;
  /** A path that the rule takes: `/post/1/comments/1`. */
  readonly example: string;
}

/** A place in a template. */
export interface PathParameter {
  /** Name of the mapped parameter, or `p1` for a capture that no parameter takes. */
  readonly name: string;
  /**
   * Expression that the whole value has to match, without flags, as in the rule: `^\d+$`; `undefined` for any value. Where the rule ignores the case, it
   * has the case that is written.
   */
  readonly pattern: string | undefined;
  /** The value goes over slashes (`:rest*`, `(.*)`). */
  readonly isMultiSegment: boolean;
}
