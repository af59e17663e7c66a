import type { FieldRules } from '../../src/field-rules.ts';
import type { CheckedLogic } from '../../src/infer/check-logic.ts';
import type { Input } from '../../src/infer.ts';
import { assertType, type Equal } from './equal.ts';

/** Every rule: some rules with it, and the type of the field that they make. */
interface OtherRight {
  required: [{ required: true; string: true }, { x: string }];
  requiredIf: [{ requiredIf: ['a', 1, 'b', null, true]; string: true }, { x?: string }];
  requiredNotIf: [{ requiredNotIf: ['../a', 1]; string: true }, { x?: string }];
  requiredWith: [{ requiredWith: ['a', '/b/c']; string: true }, { x?: string }];
  requiredWithAll: [{ requiredWithAll: ['a', 'b']; string: true }, { x?: string }];
  requiredWithout: [{ requiredWithout: ['a']; string: true }, { x?: string }];
  requiredWithoutAll: [{ requiredWithoutAll: ['a', 'b']; string: true }, { x?: string }];
  requiredWithOut: [{ requiredWithOut: ['a']; string: true }, { x?: string }];
  requiredWithOutAll: [{ requiredWithOutAll: ['a', 'b']; string: true }, { x?: string }];
  // A default alone is not enough: null and '' do not take it.
  default: [{ default: 1; int: true }, { x?: number }];
  nullable: [{ nullable: true; required: true; in: ['a', null] }, { x: 'a' | null }];
  trim: [{ trim: true; string: true }, { x?: string }];
  aliasName: [{ aliasName: 'name'; string: true }, { x?: string }];
  children: [{ array: true; children: { int: true } }, { x?: number[] }];
  message: [{ message: { string: 'a text' }; string: true }, { x?: string }];
  secret: [{ secret: true; string: true }, { x?: string }];
  readOnly: [{ readOnly: true; required: true; string: true }, Record<never, never>];
  createOnly: [{ createOnly: true; string: true }, { x?: string }];
  writeOnly: [{ writeOnly: true; string: true }, { x?: string }];
  deprecated: [{ deprecated: '2026-01-01'; string: true }, { x?: string }];
  description: [{ description: 'a text'; string: true }, { x?: string }];
  example: [{ example: 'a'; string: true }, { x?: string }];
  hidden: [{ hidden: true; string: true }, { x?: string }];

  string: [{ string: true }, { x?: string }];
  int: [{ int: { min: 1; max: 2 } }, { x?: number }];
  bigint: [{ bigint: true }, { x?: number | string }];
  float: [{ float: { min: 0.5 } }, { x?: number }];
  boolean: [{ boolean: true }, { x?: boolean }];
  array: [{ array: true }, { x?: unknown[] }];
  object: [{ object: true }, { x?: Record<string, unknown> }];
  file: [{ file: true }, { x?: Record<string, unknown> }];

  length: [{ length: { max: 2 } }, { x?: string }];
  byteLength: [{ byteLength: 3 }, { x?: string }];
  in: [{ in: ['a', 1, true] }, { x?: 'a' | 1 | true }];
  notIn: [{ notIn: [1, 2, null] }, { x?: number }];
  equals: [{ equals: 'a' }, { x?: unknown }];
  different: [{ different: 'a'; int: true }, { x?: number }];
  before: [{ before: '2026-01-31' }, { x?: string }];
  contains: [{ contains: 'a' }, { x?: string }];
  startWith: [{ startWith: 'a' }, { x?: string }];
  endWith: [{ endWith: 'a' }, { x?: string }];
  regexp: [{ regexp: RegExp }, { x?: string }];
  divisibleBy: [{ divisibleBy: 2 }, { x?: number }];
  min: [{ min: 1 }, { x?: number }];
  max: [{ max: 1; int: true }, { x?: number }];
  multipleOf: [{ multipleOf: 0.1 }, { x?: number }];
  minItems: [{ minItems: 1 }, { x?: unknown[] }];
  maxItems: [{ maxItems: 1; array: true; children: { boolean: true } }, { x?: boolean[] }];
  uniqueItems: [{ uniqueItems: true }, { x?: unknown[] }];
  pattern: [{ pattern: '^a' }, { x?: string }];
  format: [{ format: 'email' }, { x?: string }];
  enum: [{ enum: ['a', null, { b: 1 }] }, { x?: 'a' | { b: 1 } }];
  const: [{ const: false }, { x?: false }];

  base64: [{ base64: { urlSafe: true } }, { x?: string }];
  creditCard: [{ creditCard: { provider: 'visa' } }, { x?: string }];
  currency: [{ currency: { symbol: '€' } }, { x?: string }];
  decimal: [{ decimal: { locale: 'de-DE' } }, { x?: string }];
  email: [{ email: { allow_ip_domain: true } }, { x?: string }];
  fqdn: [{ fqdn: { require_tld: false } }, { x?: string }];
  image: [{ image: true; file: true }, { x?: Record<string, unknown> }];
  issn: [{ issn: { case_sensitive: true } }, { x?: string }];
  iso8601: [{ iso8601: { strict: true } }, { x?: string }];
  macAddress: [{ macAddress: { no_separators: true } }, { x?: string }];
  mobile: [{ mobile: 'de-DE' }, { x?: string }];
  numeric: [{ numeric: { no_symbols: true } }, { x?: string }];
  url: [{ url: { protocols: ['https'] } }, { x?: string }];
  uuid: [{ uuid: 4 }, { x?: string }];
}

/** Every rule that not everything is an argument for, and an argument that is none. */
interface OtherWrong {
  required: 'always';
  requiredIf: 'a';
  requiredNotIf: [1, 2];
  requiredWith: 'a';
  requiredWithAll: [1];
  requiredWithout: true;
  requiredWithoutAll: 'a';
  requiredWithOut: 'a';
  requiredWithOutAll: 'a';
  nullable: 'yes';
  aliasName: true;
  children: { strng: true };
  string: 'yes';
  int: 5;
  bigint: 5;
  float: '1';
  array: { string: true };
  object: { x: { string: true } };
  date: '2026-01-31';
  file: 'a.png';
  length: '5';
  byteLength: [1, 2];
  in: 'a';
  notIn: { a: 1 };
  equals: true;
  before: 2026;
  after: { year: 2026 };
  startWith: true;
  endWith: RegExp;
  regexp: '^a';
  divisibleBy: '2';
  min: true;
  max: { max: 1 };
  multipleOf: '1';
  minItems: true;
  maxItems: '1';
  pattern: RegExp;
  format: true;
  enum: 'a';
  alpha: 'de-DE';
  base64: 64;
  creditCard: 'visa';
  currency: '€';
  decimal: 2;
  email: 'a@b.c';
  hexColor: '#fff';
  image: 'png';
  ip: 4;
  ip4: 4;
  ip6: 6;
  isbn: 13;
  iso8601: 'strict';
  macAddress: 48;
  mobile: 49;
  url: 'https';
  uuid: '4';
  field: ['id'];
  order: 'id';
}

/** The words of a string, as a union. */
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;
/** Formats of strings without options in the rows above. */
type Format =
  Words<'date after alpha alphaDash alphaNumeric alphaNumericDash ascii dataURI fullWidth halfWidth hex hexColor ip ip4 ip6 isbn isin lowercase md5 mongoId multibyte uppercase variableWidth field order'>;
/** Rules for which a number is no argument. */
type WithoutNumber =
  Words<'trim message secret readOnly createOnly writeOnly deprecated description hidden boolean different contains uniqueItems alphaDash alphaNumeric alphaNumericDash ascii dataURI fqdn fullWidth halfWidth hex isin issn lowercase md5 mongoId multibyte numeric uppercase variableWidth'>;
type Right = OtherRight & { [Name in Format]: [{ [Rule in Name]: true }, { x?: string }] };
type Wrong = OtherWrong & { [Name in WithoutNumber]: 1 };

interface LogicOf<Rules> {
  readonly postAction: { readonly body: { readonly x: Rules } };
}
type BodyOf<Rules> = Input<LogicOf<Rules>, 'postAction'>['body'];
type Takes<Rules> = LogicOf<Rules> extends CheckedLogic<LogicOf<Rules>> ? true : false;
type RuleName = Exclude<keyof FieldRules, `custom ${string}`>;

assertType<Equal<keyof Right, RuleName>>();
assertType<Equal<keyof Wrong, Exclude<RuleName, 'default' | 'const' | 'example'>>>();

/** Names of the rows that are wrong: the compiler shows them. */
type NotEqual = {
  [Rule in keyof Right]: Equal<BodyOf<Right[Rule][0]>, Right[Rule][1]> extends true ? never : Rule;
}[keyof Right];
type NotTaken = { [Rule in keyof Right]: Takes<Right[Rule][0]> extends true ? never : Rule }[keyof Right];
type NotRefused = {
  [Rule in keyof Wrong]: Takes<{ readonly [Name in Rule]: Wrong[Name] }> extends true ? Rule : never;
}[keyof Wrong];

assertType<Equal<NotEqual, never>>();
assertType<Equal<NotTaken, never>>();
assertType<Equal<NotRefused, never>>();

/** `false` switches every rule off that is not an attribute or takes it as a value. */
type Switchable = Exclude<RuleName, 'aliasName' | 'children' | 'message' | 'description'>;
type NotSwitchable = {
  [Rule in Switchable]: Takes<{ readonly [Name in Rule]: false }> extends true ? never : Rule;
}[Switchable];
type NotOff = {
  [Rule in Exclude<Switchable, 'const'>]: BodyOf<{ readonly [Name in Rule]: false }> extends { x?: infer Value }
    ? unknown extends Value
      ? never
      : Rule
    : Rule;
}[Exclude<Switchable, 'const'>];

assertType<Equal<NotSwitchable, never>>();
assertType<Equal<NotOff, never>>();
