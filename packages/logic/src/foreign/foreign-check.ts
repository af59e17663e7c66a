import type { Section } from '../sections.ts';
import type { FailedField, Failure } from '../types.ts';

/** What a foreign schema says about a section or field, in the terms of this package. */
export interface ForeignCheck {
  /** Names of the properties at the top, where known. */
  readonly names: readonly string[] | undefined;
  /** A value that is not there is for the schema to judge; else it is no matter of a field's schema. */
  readonly judgesAbsence: boolean;
  /** Whether `run` may return a promise. */
  readonly async: boolean;
  /** JSON Schema 2020-12 of the input for documents, a fresh copy; undefined where the library cannot tell. */
  toJSONSchema(): Record<string, unknown> | undefined;
  /**
   * Check a value and copy it; the result is of no use when something failed.
   *
   * @param failures - takes what fails, at most 100
   */
  run(value: unknown, options: ForeignOptions, at: ForeignPlace, failures: Failure[]): unknown | Promise<unknown>;
}

/** How the value came. */
export interface ForeignOptions {
  /** The source is text: coerce it to the types that the schema names. */
  readonly text: boolean;
}

/** Where the value stands. */
export interface ForeignPlace {
  readonly in: Section;
  /** JSON Pointer of the value inside the section; `''` is the section itself. */
  readonly pointer: string;
  /** The field, when the schema stands in place of the rules of one. */
  readonly field: FailedField | undefined;
}
