/** A part of a request that a logic file can declare. */
export type Section = 'params' | 'query' | 'headers' | 'body' | 'files';

/** What a request brings, section by section, before any check; a section that the request has not is left out. */
export interface Sources {
  readonly params?: Record<string, unknown> | undefined;
  /** Flat: a key is literal text such as `views[gte]`, a repeated parameter is a list. */
  readonly query?: Record<string, unknown> | undefined;
  /** Lower-case names, as Node gives them. */
  readonly headers?: Record<string, unknown> | undefined;
  readonly body?: unknown;
  readonly files?: Record<string, unknown> | undefined;
}

/** How one run differs from the usual one. */
export interface RunOptions {
  /** The body is text (a form): coerce it like params and query. Default `false`. */
  readonly textBody?: boolean | undefined;
  /** Unknown query parameters are left out of the result instead of refused (a list declares its own). Default `false`. */
  readonly openQuery?: boolean | undefined;
  /** Names of body fields whose value comes from elsewhere (the path): that they are not in the body is no error. Default none. */
  given?: ReadonlySet<string> | undefined;
}

/** What an action receives: a fresh object for every declared section, the source itself for the others. */
export interface ActionInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  files: Record<string, unknown>;
}

/** The checks of one action. */
export interface CompiledAction {
  /** Names declared at the top of a section, or undefined when the section is not declared. */
  fields(section: Section): readonly string[] | undefined;
  /**
   * Validated, fresh input; undeclared sections pass through as they came.
   *
   * @throws {ValidationError} `E_VALIDATION` (422) or `E_QUERY` (400), with every failing field
   */
  run(sources: Sources, options?: RunOptions): ActionInput | Promise<ActionInput>;
}

/** A checked logic file. */
export interface CompiledLogic {
  /** Action names that the logic declares, in written order. */
  readonly actions: readonly string[];
  /** The checks of an action: its own sections plus the shared `params`; undefined when there is nothing to check. */
  action(name: string): CompiledAction | undefined;
}

/** One field that failed, with the first of its rules that did. */
export interface FieldError {
  readonly in: Section;
  /** JSON Pointer (RFC 6901) inside the section, `/author/email`; `''` is the section itself. */
  readonly pointer: string;
  /** Name of the rule: one of the vocabulary, or `unknown` (no such field), `repeated` (a query parameter given twice). */
  readonly rule: string;
  readonly message: string;
  /** Argument of the rule where it says more than `true`; never that of a `secret` field. */
  readonly expected?: unknown;
}
