import type { Place } from '../errors.ts';
import type { Label } from '../types.ts';
import type { Field, ObjectFields } from './field.ts';
import type { KnownRules } from './known-rules.ts';

/** Where in a section something is wrong; `[]` is the section itself. */
export interface FieldPlace extends Place {
  readonly field: readonly string[];
}

/** The place of a field while it is read. */
export interface FieldContext {
  readonly known: KnownRules;
  readonly place: FieldPlace;
  /** Position at the top of the section; undefined for the section itself. */
  readonly order: number | undefined;
  readonly label: Label;
  readonly path: string;
  readonly lowerCase: boolean;
  /** The field is a member of the record that a PATCH changes, at any depth outside of lists. */
  readonly isPatched: boolean;
  /** The field is a part of one that is `secret`. */
  readonly secret: boolean;
  /** What becomes of keys that the object does not declare; and those of objects inside. */
  readonly unknown: ObjectFields['unknown'];
  readonly inner: 'refuse' | 'strip';
}

/** A field without rules. */
export function withoutRules(name: string, { lowerCase, label, path, order, secret }: FieldContext): Field {
  return {
    name,
    source: lowerCase ? name.toLowerCase() : name,
    label,
    path,
    order: order ?? 0,
    kind: 'any',
    kindRule: undefined,
    context: NO_CONTEXT,
    rules: NOTHING,
    required: false,
    conditions: NOTHING,
    nullable: false,
    nullIsAbsent: false,
    keepsEmpty: false,
    emptyIsPresent: false,
    blankIsNull: false,
    trim: false,
    secret,
    unwritable: undefined,
    writeOnly: false,
    deprecated: false,
    makeDefault: undefined,
    fixedDefault: false,
    message: undefined,
    fields: undefined,
    items: undefined,
    foreign: undefined,
    references: undefined,
    secretRules: undefined,
  };
}

// --- internal ---

// One for all fields: a project has thousands of them.
const NO_CONTEXT: Field['context'] = { kind: 'any', rules: {} };
const NOTHING: readonly never[] = [];
