import type { Environment } from './environment.ts';
import type { Messages } from './failure.ts';
import type { Refusal } from './refusal.ts';
import type { Section } from './sections.ts';

/**
 * The unvalidated sections of a request; absent sections are left out.
 *
 * @see docs/logic-express.md
 */
export interface Sources {
  readonly params?: Record<string, unknown> | undefined;
  /** Flat: a key is literal text such as `views[gte]`, a repeated parameter is a list. */
  readonly query?: Record<string, unknown> | undefined;
  /** Lower-case names, as in Node. */
  readonly headers?: Record<string, unknown> | undefined;
  readonly body?: unknown;
  readonly files?: Record<string, unknown> | undefined;
}

/**
 * Options of one validation.
 *
 * @see docs/logic-express.md
 */
export interface RunOptions {
  /** The body is text (a form): coerce it like params and query. Default `false`. */
  readonly textBody?: boolean | undefined;
  /**
   * Unknown query parameters are left out of the result instead of refused (a list declares its own). Default `false`.
   */
  readonly openQuery?: boolean | undefined;
  /** Names of body fields whose value is given by the path: they may be absent from the body. Default none. */
  given?: ReadonlySet<string> | undefined;
  /**
   * Value of the header `Accept-Language` (RFC 9110 section 12.5.4): chooses the language of messages. Default English.
   */
  readonly acceptLanguage?: string | undefined;
  /** Tag of the language of messages, instead of choosing one by `acceptLanguage`: `de-AT`. Default: the chosen one. */
  readonly language?: string | undefined;
  /** Messages of the program; messages of the logic take precedence. */
  readonly messages?: Messages | undefined;
  /**
   * Members of the body that its schema does not name are refused, even if the schema accepts them or leaves them out:
   * they would not be written. Default `false`.
   */
  readonly namedOnly?: boolean | undefined;
  /** Members of the body that the program takes besides the declared ones; messages of unknown members name them, too. Default none. */
  readonly otherMembers?: readonly string[] | undefined;
  /**
   * Members that functions of the logic and asynchronous rules receive from the program. Outside of a router, the
   * members that they use are enough.
   */
  readonly environment?: Partial<Environment> | undefined;
}

/**
 * The argument of a function of an action or a section: the unvalidated request.
 *
 * @see docs/logic-schemas.md
 */
export interface LogicContext extends Sources {
  /** Name of the action, `postAction`. */
  readonly action: string;
  readonly environment: Environment;
}

/**
 * How a section is declared: by fields, by rules of the whole value, or by a schema.
 *
 * @see docs/logic.md
 */
export type SectionForm = 'fields' | 'value' | 'schema';

/**
 * The input of an action: a fresh object for every declared section, the source itself for the others.
 *
 * @see docs/logic.md
 */
export interface ActionInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  files: Record<string, unknown>;
}

/**
 * How a schema for documents is written.
 *
 * @see docs/logic-schemas.md
 */
export interface DocumentOptions {
  /**
   * Include the accepted blank values (`null`, `''`): the schema is then exact. `false` describes what should be sent,
   * without them and without `hidden` fields, and names the nearest standard keywords (`format`, `pattern`) of our rules. Default `true`.
   */
  readonly blank?: boolean | undefined;
}

/**
 * The validated input, or why it is refused.
 *
 * @see docs/logic-express.md
 */
export type Checked = ActionInput | Refusal;

/**
 * Attribute of a field that no body has, or none of an update.
 *
 * @see docs/logic-attributes.md
 */
export type Unwritable = 'createOnly' | 'readOnly';

/**
 * The checks of one action.
 *
 * @see docs/logic-express.md
 */
export interface CompiledAction {
  /**
   * Names declared at the top of a section; undefined if the section is not declared, not an object, or declared by a
   * function or a schema without names.
   */
  fields(section: Section): readonly string[] | undefined;
  /**
   * Whether a schema of the body names a member, under any keyword or branch; undefined if the body has no schema, or
   * one that does not say what it names.
   */
  names(member: string): boolean | undefined;
  /**
   * Names of fields with `secret` or `writeOnly` at the top of the body, or of its items if it is a list; none for a
   * function.
   */
  unreadable(): readonly string[];
  /**
   * Fields at the top of the body that are declared and that this action does not accept, with the attribute that says
   * so; `fields('body')` does not have them. None for a function.
   */
  unwritable(): ReadonlyMap<string, Unwritable>;
  /** Names of fields with `deprecated` at the top of the body, unwritable ones included; none for a function. */
  deprecated(): readonly string[];
  /** The earliest date of the `deprecated` fields that the request has sent, whatever their values. */
  deprecatedSince(sources: Sources): Date | undefined;
  /** How a section is declared; undefined if it is not declared, or by a function. */
  form(section: Section): SectionForm | undefined;
  /** The checks of the body alone. */
  ofBody(): CompiledAction;
  /**
   * JSON Pointers of all declared fields, `*` for the items of a list; undefined if a function or a schema declares
   * them.
   */
  paths(): readonly string[] | undefined;
  /**
   * JSON Schema 2020-12 of a section; undefined if it is not declared, or has no JSON Schema.
   *
   * @param options - see {@link DocumentOptions}
   */
  toJSONSchema(section: Section, options?: DocumentOptions): Record<string, unknown> | undefined;
  /** For an action that is declared by functions: calls them and returns the action for this request. */
  resolve?(sources: Sources, options?: RunOptions): CompiledAction | Promise<CompiledAction>;
  /**
   * Validate and copy the input; undeclared sections are returned unchanged.
   *
   * Returns a promise for asynchronous rules, functions and schemas of other libraries.
   *
   * @throws {ValidationError} `E_VALIDATION` (422) or `E_QUERY` (400), with every failing field
   */
  run(sources: Sources, options?: RunOptions): ActionInput | Promise<ActionInput>;
  /**
   * Validate and copy the input, and return a `Refusal` instead of throwing: throwing costs more than the validation
   * itself.
   */
  check(sources: Sources, options?: RunOptions): Checked | Promise<Checked>;
}

/**
 * A checked logic file.
 *
 * @see docs/logic-express.md
 */
export interface CompiledLogic {
  /** Action names that the logic declares, in written order. */
  readonly actions: readonly string[];
  /** The checks of an action: its own sections plus the shared `params`; undefined when there is nothing to check. */
  action(name: string): CompiledAction | undefined;
}
