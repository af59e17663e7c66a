import type { Leftover, ObjectValue, SourcePlace } from './value.ts';

/** Where a value is in a request. */
export type Section = 'params' | 'query' | 'body' | 'files';

/** A converted field of an action. */
export interface ConvertedField {
  readonly name: string;
  readonly section: Section;
  readonly at: SourcePlace;
  /** Rules by name, and those of the items in `children`. */
  readonly rules: Map<string, unknown>;
  /** The place of each rule, and its name in ThinkJS. */
  readonly from: Map<string, { readonly at: SourcePlace; readonly name: string }>;
}

/** An action whose fields are converted. */
export interface FieldsRequest {
  /** Of the action, for messages: `postAction`. */
  readonly action: string;
  /** Of the request, in capital letters. */
  readonly method: string;
  readonly version: 2 | 3;
  /** Names that the path of a rule captures. */
  readonly captured: ReadonlySet<string>;
  readonly left: Leftover[];
}

/** The argument of a rule as text; empty without one. */
export function textOf(field: ObjectValue, name: string): string {
  const value = field.members.get(name);
  return value?.kind === 'plain' ? String(value.value ?? '') : '';
}

/** The type of a field, as its rules say it. */
export function typeOf(field: ObjectValue | undefined): string | undefined {
  if (field === undefined) return undefined;
  if (textOf(field, 'method').toUpperCase() === 'FILE') return 'file';
  return TYPES.find((name) => field.members.has(name) && textOf(field, name) !== 'false');
}

// --- internal ---

const TYPES = ['int', 'float', 'string', 'boolean', 'array', 'object'];
