import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { defineLogic } from '../../src/define-logic.ts';
import type { Logic } from '../../src/field-rules.ts';
import type { SchemaValue } from '../../src/infer/schema-value.ts';
import type { Input } from '../../src/infer.ts';
import { partial } from '../../src/partial.ts';
import type { JsonSchema, StandardSchema } from '../../src/schemas.ts';
import { assertType, type Equal } from './equal.ts';

/** JSON Schemas, and the types of their values. */
interface Row<S, V> {
  schema: S;
  value: V;
}
type Rows = [
  Row<{ type: 'string'; minLength: 1 }, string>,
  Row<{ type: 'integer' }, number>,
  Row<{ type: 'number' }, number>,
  Row<{ type: 'boolean' }, boolean>,
  Row<{ type: 'null' }, null>,
  Row<{ type: ['string', 'null'] }, string | null>,
  Row<{ type: readonly ['integer', 'boolean'] }, number | boolean>,
  Row<{ type: 'array' }, unknown[]>,
  Row<{ type: 'array'; items: { type: 'string' } }, string[]>,
  Row<{ type: 'array'; items: false; prefixItems: [{ type: 'string' }] }, unknown[]>,
  Row<{ type: 'object' }, Record<string, unknown>>,
  Row<{ type: 'object'; additionalProperties: { type: 'integer' } }, Record<string, number>>,
  Row<{ type: 'object'; additionalProperties: false }, Record<string, never>>,
  Row<
    {
      type: 'object';
      properties: { a: { type: 'string' }; b: { type: ['integer', 'null'] }; c: true };
      required: readonly ['a', 'd'];
    },
    { a: string; b?: number | null; c?: unknown; d: unknown }
  >,
  Row<
    { type: 'object'; properties: { a: { type: 'object'; properties: { b: { enum: [1, 2] } }; required: ['b'] } } },
    { a?: { b: 1 | 2 } }
  >,
  Row<{ type: 'object'; properties: { a: { type: 'string' } }; required: string[] }, { a?: string }>,
  Row<
    { type: 'object'; properties: { a: { type: 'integer'; default: 1 }; b: { type: 'string' } } },
    { a: number; b?: string }
  >,
  Row<
    { anyOf: [{ type: 'object'; properties: { a: { type: 'integer'; default: 1 } } }, { type: 'null' }] },
    { a?: number } | null
  >,
  Row<
    { type: 'array'; items: { type: 'object'; properties: { a: { type: 'boolean'; default: false } } } },
    { a: boolean }[]
  >,
  Row<{ enum: ['a', 1, null] }, 'a' | 1 | null>,
  Row<{ type: 'string'; enum: readonly ['a', 'b'] }, 'a' | 'b'>,
  Row<{ const: 'a' }, 'a'>,
  Row<{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, string | number>,
  Row<{ oneOf: readonly [{ const: 'a' }, { type: 'null' }] }, 'a' | null>,
  Row<{ allOf: [{ type: 'string' }] }, unknown>,
  Row<{ $ref: '#/$defs/a' }, unknown>,
  Row<{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, unknown>,
  Row<{ type: string }, unknown>,
  Row<true, unknown>,
  Row<false, never>,
];
type Mismatched = {
  [Key in keyof Rows]: Rows[Key] extends Row<infer S, infer V>
    ? Equal<SchemaValue<S>, V> extends true
      ? never
      : Key
    : 0;
}[number];
assertType<Equal<Mismatched, never>>();

const json = defineLogic({
  postAction: { body: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
  putAction: { body: { enum: ['a', 'b'] } },
  patchAction: { body: { const: 5 } },
  getAction: {
    query: { a: { type: ['integer', 'null'] }, b: { anyOf: [{ const: 1 }, { const: 2 }] }, c: { const: 'd' } },
  },
  deleteAction: {
    body: {
      items: { array: true, children: { type: 'string' } },
      inner: { object: true, children: { type: 'object', properties: { a: { type: 'integer' } } } },
      deep: { object: true, children: { a: { type: 'boolean' } } },
    },
  },
});
assertType<Equal<Input<typeof json, 'postAction'>['body'], { a: string }>>();
assertType<Equal<Input<typeof json, 'putAction'>['body'], 'a' | 'b'>>();
assertType<Equal<Input<typeof json, 'patchAction'>['body'], 5>>();
assertType<Equal<Input<typeof json, 'getAction'>['query'], { a?: number | null; b?: 1 | 2; c?: 'd' }>>();
assertType<
  Equal<
    Input<typeof json, 'deleteAction'>['body'],
    { items?: string[]; inner?: { a?: number }; deep?: { a?: boolean } }
  >
>();

// Standard Schemas, of the libraries and of one's own.
declare const own: StandardSchema<string, Date>;
const standard = defineLogic({
  postAction: {
    body: z.object({ title: z.string(), views: z.coerce.number().default(0), tags: z.array(z.string()).optional() }),
  },
  putAction: { body: v.object({ title: v.pipe(v.string(), v.transform(Number)), note: v.optional(v.string()) }) },
  patchAction: { body: type({ title: 'string', 'note?': 'number' }), params: z.object({ id: z.uuid() }) },
  getAction: { query: () => z.object({ a: z.string() }) },
  deleteAction: {
    body: {
      at: own,
      may: z.number().optional(),
      list: { array: true, children: z.email() },
      inner: { object: true, children: own },
    },
  },
});
assertType<
  Equal<Input<typeof standard, 'postAction'>['body'], { title: string; views: number; tags?: string[] | undefined }>
>();
assertType<Equal<Input<typeof standard, 'putAction'>['body'], { title: number; note?: string | undefined }>>();
assertType<Equal<Input<typeof standard, 'patchAction'>['body'], { title: string; note?: number }>>();
assertType<Equal<Input<typeof standard, 'patchAction'>['params'], { id: string }>>();
assertType<Equal<Input<typeof standard, 'getAction'>['query'], { a: string }>>();
assertType<
  Equal<
    Input<typeof standard, 'deleteAction'>['body'],
    { at: Date; may?: number | undefined; list?: string[]; inner?: Date }
  >
>();

// A schema in a part of a record may be absent.
const patch = defineLogic({
  patchAction: { body: partial({ a: { type: 'string' }, b: z.number(), c: { int: true } }) },
});
assertType<
  Equal<Input<typeof patch, 'patchAction'>['body'], { a?: string; b?: number | undefined; c?: number | null }>
>();

// A default fills nothing in a PATCH.
const filled = {
  a: { int: true, required: true, default: 1 },
  b: z.int().default(1),
  c: z.int(),
  d: { type: 'object', properties: { e: { type: 'integer', default: 1 } } },
} as const;
const unfilled = defineLogic({ postAction: { body: filled }, patchAction: { body: filled } });
assertType<
  Equal<Input<typeof unfilled, 'postAction'>['body'], { a: number; b: number; c: number; d?: { e: number } }>
>();
assertType<
  Equal<Input<typeof unfilled, 'patchAction'>['body'], { c: number; a?: number | null; b?: number; d?: { e?: number } }>
>();
const whole = defineLogic({
  postAction: { body: z.object({ a: z.string(), b: z.int().default(1) }) },
  patchAction: { body: z.object({ a: z.string(), b: z.int().default(1) }) },
  putAction: { body: { type: 'object', properties: { a: { type: 'integer', default: 1 } } } },
});
assertType<Equal<Input<typeof whole, 'postAction'>['body'], { a: string; b: number }>>();
assertType<Equal<Input<typeof whole, 'patchAction'>['body'], { a: string; b?: number }>>();
assertType<Equal<Input<typeof whole, 'putAction'>['body'], { a: number }>>();

const annotated: JsonSchema = { type: 'object', properties: {}, 'x-own': 1 };
const schemas = defineLogic({ postAction: { body: annotated } });
assertType<Equal<Input<typeof schemas, 'postAction'>['body'], unknown>>();

export const logics: readonly Logic[] = [json, standard, patch, schemas, unfilled, whole];
