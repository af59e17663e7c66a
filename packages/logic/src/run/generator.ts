import type { Code, CodeGen, Name } from 'ajv';
import type { Field, ObjectFields } from '../declaration/field.ts';
import type { Failure } from '../failure.ts';
import type { AjvParts } from '../on-demand.ts';
import type { Section } from '../sections.ts';

/** A failure without its pointer, known when the code is generated. */
export interface Finding extends Pick<Failure, 'in' | 'rule' | 'argument' | 'field' | 'names'> {
  /** The failure of a value with the lowest rank is reported: see {@link RANK}, then the rules in written order. */
  readonly rank: number;
  /** Position of the field at the top of its section. */
  readonly order: number;
}

export const RANK = { preparation: -4, condition: -3, presence: -2, kind: -1 } as const;

/** The context in which the code for the values of one section is generated. */
export interface Generator extends Pick<AjvParts, '_' | 'str'> {
  readonly gen: CodeGen;
  readonly section: Section;
  /** Strings are coerced. */
  readonly text: boolean;
  /** Keys that an object at the top of the section does not declare. */
  readonly unknown: ObjectFields['unknown'] | undefined;
  /** Whether a field gets its value from the path: it may be absent. */
  readonly isGiven: (field: Field) => boolean;
  /** Generate the report of a failure; `refused` is a variable with the problem of a copy. */
  readonly report: (pointer: Code, finding: Finding | Code, refused?: Name) => void;
  /** Generate the end of a loop at the maximum number of failures. */
  readonly stopAtMost: () => void;
}

/** A value in the generated code. */
export interface Place {
  readonly value: Name;
  /** The variable with the object or list that holds the value. */
  readonly holder: Name;
  readonly key: Name | string;
  readonly pointer: Code;
}

/** Describe a failure of a field. */
export function findingOf(
  { section }: Generator,
  field: Field,
  rule: string,
  rank: number,
  argument: unknown = true,
): Finding {
  return { in: section, rule, argument, field, rank, order: field.order };
}

/** The name by which the generated code knows an object or a function. */
export function refer({ gen }: Generator, ref: object): Name {
  return gen.scopeValue('ref', { ref });
}

/** Whether a field is the value of a whole section. */
export function isSection({ path }: Field): boolean {
  return path === '';
}
