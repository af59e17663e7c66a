import { showPath } from '@rest-gen/router/internal';

/**
 * How serious a finding is: an `error` stops the start.
 *
 * @see docs/cli-inspect.md#rest-gen-check
 */
export type Level = 'error' | 'warning' | 'note';

/**
 * A problem or possible problem in a project.
 *
 * @see docs/cli-inspect.md#rest-gen-check
 */
export interface Finding {
  /** `C_…` of `CHECK_CODES`, or the `E_…` of the error that stops the start. */
  readonly code: CheckCode | (string & {});
  /**
   * `error`: the program does not start. `warning`: something does not work as it is written. `note`: worth knowing.
   */
  readonly level: Level;
  /** The problem, in one sentence. */
  readonly message: string;
  /** Relative to the working directory, with forward slashes. */
  readonly file: string | undefined;
  /**
   * Line of the rule or of `name` in the file, from 1. Tools such as `rest-gen check` add it; the check itself does
   * not.
   */
  readonly line?: number;
  readonly column?: number;
  /** The rule that it is about: `4`, or `4.2` inside a group. */
  readonly rule?: { readonly number: string; readonly text: string };
  /** Text to locate in the file: the name of an action. */
  readonly name?: string;
  /** A path that proves it: `/user/1`. */
  readonly example?: string;
  /** How to fix it, in one or two sentences. */
  readonly hint: string;
}

/**
 * The findings of a check: errors, then warnings, then notes.
 *
 * @see docs/debugging.md#check-in-a-test
 */
export interface CheckReport {
  readonly findings: readonly Finding[];
  /** Absolute path of `config/router`; `undefined` when the rules are an option, or missing. */
  readonly rulesFile: string | undefined;
  readonly counts: { readonly rules: number; readonly controllers: number; readonly logics: number };
}

/**
 * Codes of findings other than start errors, with their meaning.
 *
 * @see docs/cli-inspect.md#rest-gen-check
 */
export const CHECK_CODES = {
  C_RULE_SHADOWED: 'Earlier rules take every path of the rule, which is never reached.',
  C_RULE_DUPLICATE: 'The rule is in the list twice.',
  C_RULE_OVERLAP: 'An earlier rule takes some paths of the rule, for another controller.',
  C_RULE_EMPTY: 'No path can match the rule.',
  C_RULE_ENCODED:
    'Clients send a literal of the rule percent-encoded: `app.use()` with the literal as it is written sees none of them.',
  C_RULE_MARK: 'The rule is skipped, and its last element looks like a misspelled `rest`.',
  C_RULE_NO_CONTROLLER: 'No controller has a name that the rule can give.',
  C_ID_UNUSED: 'The rule maps an `id`, and the controller has no action for records.',
  C_ID_MISSING: 'The controller has actions for records, and no rule that reaches it maps an `id`.',
  C_CONTROLLER_UNREACHED: 'No rule reaches the controller, and no `static include` names its table.',
  C_CONTROLLER_EMPTY: 'The controller has no action.',
  C_MEMBER_NAME: 'A member of a controller has a name that looks like a typo.',
  C_ACTION_FIELD: 'An action is a field of the class, and is not served.',
  C_ACTION_UNREACHED: 'A controller has an action of its own that no rule names.',
  C_LOGIC_MISSING: 'A controller takes bodies and has no logic.',
  C_LOGIC_UNUSED: 'A logic has no controller of the same name.',
  C_LOGIC_ACTION_UNUSED: 'A logic declares an action that no HTTP method and no rule runs.',
  C_LOGIC_COLUMN: 'A logic declares a field that the table has no column for.',
  C_LOGIC_TYPE: 'A logic accepts values for a field that its column cannot hold.',
  C_COLUMN_REQUIRED: 'A column is required and has no default, and POST does not require it.',
  C_SECRET_SHOWN: 'Responses show a column whose name is that of a secret, such as `password_hash` or `token`.',
  C_NO_INDEX: 'A list is filtered or sorted, or a relation is read, by a column that no index serves.',
  C_COLUMNS_UNKNOWN: 'The store could not be asked for the columns of its tables.',
  C_NO_POLICIES: 'The project has no policies: only its controllers say who may write.',
  C_POLICY_NEVER: 'A rule of a policy can never hold: it contradicts `always`, or a list in it is empty.',
  C_POLICY_CLOSED: 'A policy allows an operation to nobody, and a route offers it.',
  C_POLICY_COLUMN: 'A function of a policy names a column or relation that the table does not have.',
  C_POLICY_CASCADE:
    'Deleting a record deletes or changes records of another table in the database, whose policy is not asked.',
  C_PARSER_FIRST: 'A parser of JSON is mounted before the router, which cannot see then that a number was rounded.',
  C_IGNORE_REASON: 'A comment `rest-gen-ignore` gives no reason.',
  C_IGNORE_UNUSED: 'A comment `rest-gen-ignore` suppresses nothing.',
  C_MODEL_IMPORT: 'A controller or logic imports the models, which policies do not restrict.',
} as const;

/**
 * A code of a finding that does not stop the start.
 *
 * @see docs/cli-inspect.md#rest-gen-check
 */
export type CheckCode = keyof typeof CHECK_CODES;

/** Convert a start error to a finding. */
export function toFinding(error: unknown): Finding {
  const { code, file, rule, action, hint = '', message } = error as Partial<StartFailure>;
  const reason = typeof message === 'string' ? reasonOf(message, hint) : String(error);
  const name = action ?? /^it declares "(\w+)"/.exec(reason)?.[1];
  return {
    code: typeof code === 'string' ? code : 'E_LOAD',
    level: 'error',
    message: reason,
    file: file === undefined ? undefined : showPath(file),
    ...(typeof rule === 'object' && { rule }),
    ...(name !== undefined && { name }),
    hint: hint === '' ? 'Fix what the message names.' : hint,
  };
}

// --- internal ---

/** A `StartError`, or a `LogicError`, which has no hint: its message says what to do about it. */
interface StartFailure extends Error {
  readonly code: string;
  readonly file: string | undefined;
  /** A `LogicError` has the rule of a field here, not a rule of config/router. */
  readonly rule: { number: string; text: string } | string | undefined;
  readonly action: string | undefined;
  readonly hint: string;
}

/** The lines of a `StartError` are its place, the reason, and the hint; a `LogicError` has one line. */
function reasonOf(message: string, hint: string): string {
  const lines = message.split('\n');
  const reason = lines.length > 1 ? lines.slice(1).join('\n').trim() : message;
  return (hint !== '' && reason.endsWith(hint) ? reason.slice(0, -hint.length) : reason).trim();
}
