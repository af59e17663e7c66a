import type { FailedField, Failure } from '../failure.ts';
import type { JsonCopy } from '../rules/json.ts';
import type { Section } from '../sections.ts';
import { toPointer } from '../to-pointer.ts';
import type { NamedMembers } from './named-members.ts';

/** A compiled JSON Schema or Standard Schema of a section or field. */
export interface ForeignCheck {
  /** Names of the members of an object that it gives, where known. */
  readonly names: readonly string[] | undefined;
  /** The members that a value may have by name, on the side of the input; undefined if the library cannot say. */
  readonly members: NamedMembers | undefined;
  /** Whether the schema also validates absent values. */
  readonly checksAbsence: boolean;
  /** Whether `run` may return a promise. */
  readonly async: boolean;
  /** A copy of the JSON Schema 2020-12 of the input, for documents; undefined if the library has none. */
  toJSONSchema(): Record<string, unknown> | undefined;
  /**
   * Validate and copy a value; ignore the result if there are failures.
   *
   * @param failures - failures are added here, at most 100
   */
  run(value: unknown, options: ForeignOptions, at: ForeignPlace, failures: Failure[]): unknown | Promise<unknown>;
}

/** The source of the value. */
export interface ForeignOptions {
  /** The source is text: coerce it to the types that the schema names. */
  readonly text: boolean;
  /** Members that the schema does not name and the library leaves out are refused. */
  readonly namedOnly: boolean;
}

/** The place of the value. */
export interface ForeignPlace {
  readonly in: Section;
  /** JSON Pointer of the value inside the section; `''` is the section itself. */
  readonly pointer: string;
  /** The field, if the schema replaces the rules of one. */
  readonly field: FailedField | undefined;
}

/** The failure of a value that cannot be copied. */
export function unsafeFailure(refused: Extract<JsonCopy, { path: unknown }>, at: ForeignPlace): Failure {
  return {
    in: at.in,
    pointer: at.pointer + toPointer(refused.path),
    rule: 'unsafe',
    argument: true,
    field: at.field,
    text: refused.problem,
  };
}

/** The failure of a member that a schema does not name. */
export function unnamedFailure(
  name: string,
  { names }: NamedMembers,
  at: Pick<ForeignPlace, 'in' | 'pointer'>,
): Failure {
  const pointer = at.pointer + toPointer([name]);
  return { in: at.in, pointer, field: undefined, rule: 'unknown', argument: true, names };
}
