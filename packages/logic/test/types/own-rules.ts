import type { CustomRule } from '../../src/custom-rule.ts';
import { defineRule } from '../../src/define-rule.ts';
import type { Kind } from '../../src/kind.ts';
import { assertType, type Equal } from './equal.ts';

/** On text, without an argument; the type of the value is that of `on`. */
export const slug = defineRule('slug', {
  on: 'string',
  test: (value) => /^[a-z-]+$/.test(value),
  message: '{name} must be a slug',
  schema: { pattern: '^[a-z-]+$' },
});
assertType<Equal<typeof slug, CustomRule<'slug', true, 'string'>>>();

/** On numbers, the first implied; the argument has the type that the test takes. */
export const within = defineRule('within', {
  on: ['int', 'float'],
  refuse: (argument) => (typeof argument === 'number' ? undefined : 'takes a number'),
  test: (value, { argument, siblings }: { argument: number; siblings: object }) =>
    value <= argument && siblings !== null,
  message: { en: '{name} must be within {args}', 'zh-CN': '{name}' },
  schema: (maximum) => ({ maximum }),
});
assertType<Equal<typeof within, CustomRule<'within', number, 'int'>>>();

/** On anything, asynchronous. */
export const unique = defineRule('unique', {
  testAsync: async (value, { argument, name, siblings, input, environment, signal }) =>
    argument && value !== name && siblings !== input.body && environment.signal !== signal,
  message: '{name} is taken',
});
assertType<Equal<typeof unique, CustomRule<'unique', true, Kind>>>();

/** The argument has the type that the schema takes. */
export const starts = defineRule('starts', {
  on: 'string',
  test: (value: string, { argument }) => value.startsWith(argument.letter),
  message: 'a text',
  schema: ({ letter }: { readonly letter: string }) => ({ pattern: `^${letter}` }),
});
assertType<Equal<typeof starts, CustomRule<'starts', { readonly letter: string }, 'string'>>>();

/** Types that are written. */
export const written = defineRule<'written', string, readonly number[]>('written', {
  on: 'date',
  refuse: (argument) => (Array.isArray(argument) ? undefined : 'takes a list of numbers'),
  test: (value, { argument }) => argument.includes(value.length),
  message: 'a text',
});
assertType<Equal<typeof written, CustomRule<'written', readonly number[], Kind>>>();

/** On any kind, with the type of the value that the test takes. */
export const listed = defineRule('listed', {
  on: 'array',
  test: (value: readonly unknown[]) => value.length > 0,
  message: 'a text',
});
assertType<Equal<typeof listed, CustomRule<'listed', true, 'array'>>>();

export const onAny = defineRule('onAny', { test: (value: string) => value !== '', message: 'a text' });
assertType<Equal<typeof onAny, CustomRule<'onAny', true, Kind>>>();
