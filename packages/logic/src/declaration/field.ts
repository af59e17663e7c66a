import type { Place } from '../errors.ts';
import type { Label } from '../failure.ts';
import type { ForeignCheck } from '../foreign/foreign-check.ts';
import type { Kind } from '../kind.ts';
import type { Condition } from '../rules/conditions.ts';
import type { Rule, RuleContext } from '../rules/rule.ts';
import type { Unwritable } from '../types.ts';
import type { KnownRules } from './known-rules.ts';

/** A rule on values, its argument checked. */
export interface FieldRule {
  readonly name: string;
  readonly argument: unknown;
  readonly rule: Rule;
}

/** A parsed and checked field: the code that validates its values and its JSON Schema are made from it. */
export interface Field {
  /** Key in the result. */
  readonly name: string;
  /** Key in the request: the name, in lower case for a header. */
  readonly source: string;
  /** Name shown in messages. */
  readonly label: Label;
  /** JSON Pointer of the declaration, `*` for the items of a list. */
  readonly path: string;
  /** Position of the field, or of the one that contains it, at the top of its section: the order of errors. */
  readonly order: number;
  readonly kind: Kind;
  /** The rule that gave the kind; undefined for `any`. */
  readonly kindRule: FieldRule | undefined;
  /** The argument of rules about their field. */
  readonly context: RuleContext;
  /** In written order, without the attributes. */
  readonly rules: readonly FieldRule[];
  readonly required: boolean | 'present';
  readonly conditions: readonly Condition[];
  readonly nullable: boolean;
  /** `null` is no value but the same as nothing: a section that is made of fields. */
  readonly nullIsAbsent: boolean;
  /** `''` is a value: the rules accept it. Elsewhere it is blank. */
  readonly keepsEmpty: boolean;
  /** `''` also satisfies `required` and conditions: the field has `length: { min: 0 }`. */
  readonly emptyIsPresent: boolean;
  /** A blank value becomes `null`: in the body of a PATCH, where an absent field stays unchanged. */
  readonly blankIsNull: boolean;
  readonly trim: boolean;
  readonly secret: boolean;
  /** The attribute that keeps the field out of all bodies, or out of those of updates. */
  readonly unwritable: Unwritable | undefined;
  readonly writeOnly: boolean;
  /** `true` without a date. */
  readonly deprecated: Date | boolean;
  readonly description: string | undefined;
  readonly example: { readonly value: unknown } | undefined;
  /** Documents do not have the field. */
  readonly hidden: boolean;
  /** A fresh default for each call; undefined when there is none. */
  readonly makeDefault: (() => unknown) | undefined;
  /** The default is a value known at start. */
  readonly fixedDefault: boolean;
  readonly message: string | Readonly<Record<string, string>> | undefined;
  /** The declared fields of an `object`. */
  readonly fields: ObjectFields | undefined;
  /** The declared items of an `array`. */
  readonly items: Field | undefined;
  /** Checks and copies the value, in place of rules. */
  readonly foreign: ForeignCheck | undefined;
  /** Its rules that look at other fields; `resolveReferences` sets both when all fields of the section are known. */
  references: References | undefined;
  /** Rules whose argument holds values of another field that is secret. */
  secretRules: ReadonlySet<string> | undefined;
}

/** The rules of a field that look at others. */
export interface References {
  readonly conditions: readonly { readonly condition: Condition; readonly targets: readonly Target[] }[];
  readonly comparisons: readonly { readonly rule: FieldRule; readonly target: Target }[];
}

/** Another field whose value a rule looks at. */
export interface Target {
  /** Depth of the object from which the reference is resolved, below the value of the section; lists count, too. */
  readonly depth: number;
  readonly names: readonly string[];
  readonly field: Field;
}

/** The fields of a section or of an object. */
export interface ObjectFields {
  readonly fields: readonly Field[];
  /** Declared fields that this body cannot have. */
  readonly unwritable: readonly Field[];
  /** Unknown keys are refused, removed or kept unchanged. */
  readonly unknown: 'refuse' | 'strip' | 'keep';
}

/** Where in a section something is wrong; `[]` is the section itself. */
export interface FieldPlace extends Place {
  readonly field: readonly string[];
}

/** The place of a field while it is parsed. */
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
  /** The treatment of unknown keys of the object, and of objects inside. */
  readonly unknown: ObjectFields['unknown'];
  readonly inner: 'refuse' | 'strip';
}

/** The argument of the type of a field: the bounds of `int`, `bigint` and `float`. */
export function rangeOf({ kindRule }: Field): unknown {
  return kindRule?.rule.declares === undefined ? true : kindRule.argument;
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
    description: undefined,
    example: undefined,
    hidden: false,
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
