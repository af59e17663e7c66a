import type { Field, ObjectFields } from '../declaration/field.ts';
import { toPointer } from '../to-pointer.ts';
import type { SchemaError } from './ajv.ts';

/** A failing rule of a field, without the pointer. */
export interface Finding {
  /** Undefined for a key that is not declared. */
  readonly field: Field | undefined;
  readonly rule: string;
  readonly argument: unknown;
  /** The failing rule with the lowest rank is reported. */
  readonly rank: number;
  /** Names of the declared fields, for an unknown key. */
  readonly names?: readonly string[];
  /** Why a value could not be copied. */
  readonly text?: string | undefined;
}

/** Finds the rule of an error of one keyword by the error's `params`. */
export type RuleLookup = (params: SchemaError['params']) => Finding;

/** By Ajv's `schemaPath`. */
export type RuleLookups = ReadonlyMap<string, RuleLookup>;

/** Ranks before those of the rules, which are in written order: preparation, conditions, presence, type. */
export const PREPARATION = -4;
export const CONDITION = -3;
export const PRESENCE = -2;
export const KIND = -1;

/** The field of an object by its name. */
export function findField({ fields }: ObjectFields, name: unknown): Field | undefined {
  return fields.find((field) => field.name === name);
}

/** Escape the name of a property as in Ajv's `schemaPath`. */
export function escapeFragment(name: string): string {
  return encodeURIComponent(toPointer([name]).slice(1));
}
