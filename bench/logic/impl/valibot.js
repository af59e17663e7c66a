import * as v from 'valibot';
import { readVersion } from '../version.js';

export const name = 'valibot';
export const version = readVersion('valibot');

export const validate = compile({
  handle: v.pipe(v.string(), v.minLength(3), v.maxLength(30), v.regex(/^[a-z][a-z0-9-]*$/)),
});
export const validateEmail = compile({ email: v.pipe(v.string(), v.email()) });

// --- internal ---

function compile(rest) {
  const schema = v.strictObject({
    title: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
    author: v.strictObject({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(80)), ...rest }),
    tags: v.array(v.pipe(v.string(), v.maxLength(20))),
    live: v.boolean(),
    score: v.number(),
    views: v.pipe(v.number(), v.integer(), v.minValue(0)),
  });
  return (value) => {
    const result = v.safeParse(schema, value);
    return result.success && result.output;
  };
}
