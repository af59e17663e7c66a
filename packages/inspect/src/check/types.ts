import type { CheckCode } from './codes.ts';

export type Level = 'error' | 'warning' | 'note';

/** A problem or possible problem in a project. */
export interface Finding {
  /** `C_…` of `CHECK_CODES`, or the `E_…` of the error that stops the start. */
  readonly code: CheckCode | (string & {});
  /** `error`: the program does not start. `warning`: something does not work as it is written. `note`: worth knowing. */
  readonly level: Level;
  /** The problem, in one sentence. */
  readonly message: string;
  /** Relative to the working directory, with forward slashes. */
  readonly file: string | undefined;
  /** From 1; what the rule or `name` of the file is at. Tools fill it in: the check does not read where something is. */
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

/** The findings of a check: errors, then warnings, then notes. */
export interface CheckReport {
  readonly findings: readonly Finding[];
  /** Absolute path of `config/router`; `undefined` when the rules are an option, or missing. */
  readonly rulesFile: string | undefined;
  readonly counts: { readonly rules: number; readonly controllers: number; readonly logics: number };
}
