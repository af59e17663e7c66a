/** What a type takes in parentheses. */
export type Takes = 'length' | 'whole numbers' | 'numbers' | 'digits' | 'values';

/** How generated code writes a type of a field. */
interface TypeRow {
  /** Rules in logic files, without a range. */
  readonly rules: readonly string[];
  /** A value that logic and column accept; a reference has none. */
  readonly sample?: string;
  /** The value of existing rows when a required column is added to their table. Without one the column allows null. */
  readonly default?: string;
  /** `string(1..120)`; without it the type takes nothing. */
  readonly takes?: Takes;
  /** An example of it, for messages and help. */
  readonly example?: string;
}

/** The types that a field can have. */
export type FieldType =
  | 'string'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'double'
  | 'boolean'
  | 'enum'
  | 'date'
  | 'datetime'
  | 'json'
  | 'uuid'
  | 'references';

const TYPES: Readonly<Record<FieldType, TypeRow>> = {
  string: {
    ...{ rules: ['string: true', 'length: { max: 255 }'], sample: "'text'", default: "''" },
    ...{ takes: 'length', example: 'string(1..120)' },
  },
  text: { rules: ['string: true'], sample: "'text'", default: "''", takes: 'length', example: 'text(1..5000)' },
  integer: { rules: ['int: true'], sample: '1', default: '0', takes: 'whole numbers', example: 'integer(1..5)' },
  bigint: { rules: ['bigint: true'], sample: '1', default: '0', takes: 'whole numbers', example: 'bigint(0..)' },
  decimal: {
    ...{ rules: ['decimal: true'], sample: "'12.50'", default: "'0'" },
    ...{ takes: 'digits', example: 'decimal(10,2,0..)' },
  },
  double: { rules: ['float: true'], sample: '1.5', default: '0', takes: 'numbers', example: 'double(0..1)' },
  boolean: { rules: ['boolean: true'], sample: 'true', default: 'false' },
  enum: { rules: [], takes: 'values', example: 'enum(draft,live)' },
  date: { rules: ['date: true'], sample: "'2026-01-02'" },
  datetime: { rules: ['date: true'], sample: "'2026-01-02T03:04:05.000Z'" },
  json: { rules: ['object: true'], sample: '{}', default: '{}' },
  uuid: { rules: ['uuid: true'], sample: "'0190b6a2-5d7e-7c3a-9f41-2b8d6e0c1a57'" },
  references: { rules: ['int: { min: 1 }'] },
};

export const FIELD_TYPES: readonly FieldType[] = Object.keys(TYPES) as FieldType[];

/** What may follow a type: `slug:string:unique`. */
export const MODIFIERS: readonly string[] = ['unique', 'index'];

export function typeRow(type: FieldType): TypeRow {
  return TYPES[type];
}

/** Bounds as written: `0`, `99.95`. At least one of them is given. */
export interface FieldRange {
  readonly min?: string;
  readonly max?: string;
}

/** What a field has in parentheses, checked. */
export interface FieldArguments {
  /** Of its length, or of its number. */
  readonly range?: FieldRange;
  /** Of a `decimal`. */
  readonly digits?: { readonly precision: number; readonly scale: number };
  /** Of an `enum`. */
  readonly values?: readonly string[];
}

/** A checked field of a resource: `slug:string(1..80)!:unique`. */
export interface Field extends FieldArguments {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** PUT and PATCH cannot change it. */
  readonly createOnly?: boolean;
  readonly unique: boolean;
  readonly index: boolean;
  /**
   * The table of a `references` field: as given, else according to its name, in snake case: `blog_post` for
   * `blogPostId`.
   */
  readonly table?: string;
  /** The table was given: `authorId:references:user`. */
  readonly hasTable?: boolean;
  /** Rules instead of those of the type. */
  readonly rules?: readonly string[];
  /** The column is not nullable, and has a default. */
  readonly hasDefault?: boolean;
  /** The primary key of that table; `id`, which counts up, if it is not known. */
  readonly key?: ReferencedKey;
}

/** The primary key that a `references` field refers to. */
export interface ReferencedKey {
  readonly column: string;
  readonly type: 'integer' | 'bigint' | 'string' | 'uuid';
}

/** The name of a `references` field without its suffix: `blogPost` for `blogPostId`. */
export function referenceStem(name: string): string {
  return name.replace(/(?:_id|Id)$/, '');
}

/** The first field of a resource that was given none, so that a record can be added at once: `title:string!`. */
export const FIRST_FIELD: Field = { name: 'title', type: 'string', required: true, unique: false, index: false };

export function isFieldType(text: string): text is FieldType {
  return Object.hasOwn(TYPES, text);
}
