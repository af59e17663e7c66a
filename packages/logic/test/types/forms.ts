import { defineLogic } from '../../src/define-logic.ts';
import type { ActionRules, Fields, Logic, SectionRules } from '../../src/field-rules.ts';
import type { Input } from '../../src/infer.ts';
import { partial } from '../../src/partial.ts';
import type { LogicContext } from '../../src/types.ts';
import { assertType, type Equal } from './equal.ts';
import { slug, starts, unique, within } from './own-rules.ts';

// Keys beside the actions, and the input of each action.
const around = defineLogic({
  rules: [slug, unique, within, starts],
  unknown: 'strip',
  messages: { en: { required: 'a text', '/author/email': { email: 'a text' } }, '*': { slug: 'a text' } },
  params: { id: { int: { min: 1 }, required: true } },
  postAction: {
    unknown: { body: 'refuse', query: 'strip' },
    body: {
      only: { slug: true },
      typed: { string: true, slug: true, unique: true, required: true },
      number: { within: 5 },
      choice: { within: 5, in: [1, 2] },
      any: { unique: true, required: true },
      off: { slug: false },
      letter: { starts: { letter: 'a' }, nullable: true },
      list: { array: true, children: { slug: true } },
      inner: { object: true, children: { deep: { slug: true, required: true } } },
    },
  },
  patchAction: {
    unknown: 'refuse',
    body: partial({
      title: { slug: true, required: true },
      near: { within: 3, default: 1 },
      tag: { string: true, unique: true },
    }),
  },
});
assertType<
  Equal<
    Input<typeof around, 'postAction'>['body'],
    {
      only?: string;
      typed: string;
      number?: number;
      choice?: 1 | 2;
      any: unknown;
      off?: unknown;
      letter?: string | null;
      list?: string[];
      inner?: { deep: string };
    }
  >
>();
assertType<
  Equal<Input<typeof around, 'patchAction'>['body'], { title?: string; near?: number | null; tag?: string | null }>
>();
assertType<Equal<Input<typeof around, 'postAction'>['params'], { id: number }>>();
const silent = defineLogic({
  messages: ({ rule, args }) => (rule === 'length' ? args : undefined),
  postAction: { body: {} },
});

// The whole body.
const whole = defineLogic({
  rules: [slug],
  postAction: { body: { array: true, required: true, children: { int: true } } },
  putAction: {
    body: {
      array: true,
      required: true,
      children: { object: true, children: { a: { string: true, required: true } } },
    },
  },
  patchAction: { body: { string: true, slug: true, length: 5 } },
  getAction: { body: { object: true, required: true, nullable: true, children: { a: { in: ['b', 'c'] } } } },
  deleteAction: { body: { int: true, in: [1, 2], required: true } },
});
assertType<Equal<Input<typeof whole, 'postAction'>['body'], number[]>>();
assertType<Equal<Input<typeof whole, 'putAction'>['body'], { a: string }[]>>();
assertType<Equal<Input<typeof whole, 'patchAction'>['body'], string | undefined>>();
assertType<Equal<Input<typeof whole, 'getAction'>['body'], { a?: 'b' | 'c' } | null>>();
assertType<Equal<Input<typeof whole, 'deleteAction'>['body'], 1 | 2>>();

// Fields with the names of types.
const named = defineLogic({
  postAction: { body: { string: { int: true }, array: { array: true }, type: { string: true } } },
});
assertType<Equal<Input<typeof named, 'postAction'>['body'], { string?: number; array?: unknown[]; type?: string }>>();

// Functions.
const made = defineLogic({
  rules: [slug],
  params: (context) => ({ id: { int: context.action !== '', required: true } }),
  postAction: (context) => {
    assertType<Equal<typeof context, LogicContext>>();
    return { unknown: 'strip', body: { a: { in: ['b', 'c'], required: true }, d: { slug: true } } };
  },
  putAction: async ({ body }) =>
    body === undefined ? { body: { a: { int: true } } } : { query: { b: { string: true, required: true } } },
  patchAction: {
    body: async (context) => {
      assertType<Equal<typeof context, LogicContext>>();
      return { a: { in: ['b', 'c'] } };
    },
    query: () => ({ a: { in: ['b', 'c'] } }),
    headers: ({ headers }) => (headers === undefined ? { a: { int: true } } : { a: { string: true, required: true } }),
  },
  deleteAction: ({ body }) => ({ body: { a: { int: true }, ...(body === undefined && { b: { boolean: true } }) } }),
});
assertType<Equal<Input<typeof made, 'postAction'>['params'], { id: number }>>();
assertType<Equal<Input<typeof made, 'postAction'>['body'], { a: 'b' | 'c'; d?: string }>>();
assertType<Equal<Input<typeof made, 'postAction'>['headers'], Record<string, string | string[] | undefined>>>();
assertType<Equal<Input<typeof made, 'putAction'>['body'], unknown>>();
assertType<Equal<Input<typeof made, 'putAction'>['query'], Record<string, string | string[]> | { b: string }>>();
assertType<Equal<Input<typeof made, 'patchAction'>['body'], { a?: 'b' | 'c' | null }>>();
assertType<Equal<Input<typeof made, 'patchAction'>['query'], { a?: 'b' | 'c' }>>();
assertType<Equal<Input<typeof made, 'patchAction'>['headers'], { a?: number } | { a: string }>>();
assertType<Equal<Input<typeof made, 'deleteAction'>['body'], { a?: number; b?: boolean }>>();

// Params of an action: fields are merged with the shared ones, another form replaces them.
const params = defineLogic({
  params: { id: { int: true, required: true }, lang: { string: true } },
  postAction: { params: { id: { uuid: true, required: true } } },
  putAction: { params: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] } },
  patchAction: { params: () => ({ key: { int: true, required: true } }) },
});
assertType<Equal<Input<typeof params, 'postAction'>['params'], { id: string; lang?: string }>>();
assertType<Equal<Input<typeof params, 'putAction'>['params'], { key: string }>>();
assertType<Equal<Input<typeof params, 'patchAction'>['params'], { key: number }>>();
assertType<Equal<Input<typeof params, 'getAction'>['params'], { id: number; lang?: string }>>();

// Types that are wider than a declaration.
declare const wideRules: Fields;
declare const wideSection: SectionRules;
declare const wideAction: ActionRules;
const wide = defineLogic({
  postAction: { body: wideRules },
  putAction: { body: wideSection },
  patchAction: wideAction,
});
assertType<Equal<Input<typeof wide, 'postAction'>['body'], Record<string, unknown>>>();
assertType<Equal<Input<typeof wide, 'putAction'>['body'], unknown>>();
assertType<Equal<Input<typeof wide, 'patchAction'>['body'], unknown>>();
const rules = { title: { string: true, required: true }, state: { in: ['a', 'b'] } };
const loose = defineLogic({ postAction: { body: rules } });
assertType<Equal<Input<typeof loose, 'postAction'>['body'], { title?: string; state?: string }>>();

// All of them are logics, whatever their rules and functions.
export const all: readonly Logic[] = [around, silent, whole, named, made, params, wide, loose];

// Fields that a body cannot have.
const attributes = {
  title: { string: true, required: true },
  owner: { int: true, required: true, createOnly: true },
  created: { date: true, readOnly: true },
  pin: { string: true, writeOnly: true, deprecated: '2026-01-01' },
  inner: { object: true, children: { kind: { string: true, createOnly: true }, text: { string: true } } },
  notes: {
    array: true,
    children: { object: true, children: { by: { int: true, readOnly: true }, text: { string: true } } },
  },
  schema: { type: 'string', readOnly: true },
} as const;
const attributed = defineLogic({
  params: { owner: { int: true, readOnly: true } },
  postAction: { body: attributes },
  putAction: { body: attributes, query: { owner: { int: true, createOnly: true } } },
  patchAction: () => ({ body: partial(attributes) }),
  archiveAction: { body: { array: true, required: true, children: { object: true, children: attributes } } },
});
interface Updated {
  title: string;
  pin?: string;
  inner?: { text?: string };
  notes?: { text?: string }[];
  schema?: string;
}
interface Created extends Omit<Updated, 'inner'> {
  owner: number;
  inner?: { kind?: string; text?: string };
}
assertType<Equal<Input<typeof attributed, 'postAction'>['body'], { [Name in keyof Created]: Created[Name] }>>();
assertType<Equal<Input<typeof attributed, 'archiveAction'>['body'], { [Name in keyof Created]: Created[Name] }[]>>();
assertType<Equal<Input<typeof attributed, 'putAction'>['body'], { [Name in keyof Updated]: Updated[Name] }>>();
assertType<Equal<Input<typeof attributed, 'putAction'>['query'], { owner?: number }>>();
assertType<Equal<Input<typeof attributed, 'putAction'>['params'], { owner?: number }>>();
assertType<
  Equal<
    Input<typeof attributed, 'patchAction'>['body'],
    {
      title?: string;
      pin?: string | null;
      inner?: { text?: string | null } | null;
      notes?: { text?: string }[] | null;
      schema?: string;
    }
  >
>();
// @ts-expect-error: deprecated takes true or a date
defineLogic({ postAction: { body: { a: { deprecated: 5 } } } });
