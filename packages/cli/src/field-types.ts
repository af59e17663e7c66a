/** The types that a field can have. */
export const FIELD_TYPES = [
  'string',
  'text',
  'integer',
  'bigint',
  'decimal',
  'double',
  'boolean',
  'date',
  'datetime',
  'json',
  'uuid',
  'references',
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

/** A field of a resource, checked: `slug:string!:unique`. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly index: boolean;
  /** Table that a `references` field points to by its name alone, in snake case: `blog_post` for `blogPostId`. */
  readonly table?: string;
}

/** What a `references` field is named after: `blogPost` for `blogPostId`. */
export function referenceStem(name: string): string {
  return name.replace(/(?:_id|Id)$/, '');
}
