import type { Field, ObjectFields } from '../declaration/field.ts';
import { toPointer } from '../to-pointer.ts';
import type { SchemaError } from './ajv.ts';

/** What failed, without where: the field, and which of its rules. */
export interface Finding {
  /** Undefined for a key that is not declared. */
  readonly field: Field | undefined;
  readonly rule: string;
  readonly argument: unknown;
  /** The failing rule of a field with the lowest rank is the one that is reported. */
  readonly rank: number;
  /** Names among which an unknown key was sought. */
  readonly names?: readonly string[];
  /** Why a value could not be copied. */
  readonly text?: string | undefined;
}

/** Finds the rule behind an error of one keyword of a schema, by the error's `params`. */
export type Site = (params: SchemaError['params']) => Finding;

/** By Ajv's `schemaPath`. */
export type Sites = ReadonlyMap<string, Site>;

/** Ranks before those of the rules, which are their written order: preparation, presence (first the more particular), type. */
export const PREPARATION = -4;
export const CONDITION = -3;
export const PRESENCE = -2;
export const KIND = -1;

/** The field of an object by its name. */
export function findField({ fields }: ObjectFields, name: unknown): Field | undefined {
  return fields.find((field) => field.name === name);
}

/** As Ajv writes the name of a property in a `schemaPath`. */
export function escapeFragment(name: string): string {
  return encodeURIComponent(toPointer([name]).slice(1));
}
