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

/** A checked field of a resource: `slug:string!:unique`. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly index: boolean;
  /** The table of a `references` field according to its name, in snake case: `blog_post` for `blogPostId`. */
  readonly table?: string;
}

/** The name of a `references` field without its suffix: `blogPost` for `blogPostId`. */
export function referenceStem(name: string): string {
  return name.replace(/(?:_id|Id)$/, '');
}

/** What a resource without fields begins with, so that a record can be added at once: `title:string!`. */
export const FIRST_FIELD: Field = { name: 'title', type: 'string', required: true, unique: false, index: false };

/** A value of a type, as code, that the generated logic and column accept. A reference has none. */
export function sampleOf(type: FieldType): string | undefined {
  return SAMPLES.get(type);
}

export function isFieldType(text: string): text is FieldType {
  return (FIELD_TYPES as readonly string[]).includes(text);
}

// --- internal ---

const SAMPLES: ReadonlyMap<FieldType, string> = new Map([
  ['string', "'text'"],
  ['text', "'text'"],
  ['integer', '1'],
  ['bigint', '1'],
  ['decimal', "'12.50'"],
  ['double', '1.5'],
  ['boolean', 'true'],
  ['date', "'2026-01-02'"],
  ['datetime', "'2026-01-02T03:04:05.000Z'"],
  ['json', '{}'],
  ['uuid', "'0190b6a2-5d7e-7c3a-9f41-2b8d6e0c1a57'"],
]);
