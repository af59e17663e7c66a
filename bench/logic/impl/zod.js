import { z } from 'zod';
import { readVersion } from '../version.js';

export const name = 'zod';
export const version = readVersion('zod');

export const validate = compile({
  handle: z
    .string()
    .min(3)
    .max(30)
    .regex(/^[a-z][a-z0-9-]*$/),
});
export const validateEmail = compile({ email: z.email() });

// --- internal ---

function compile(rest) {
  const schema = z.strictObject({
    title: z.string().min(1).max(80),
    author: z.strictObject({ name: z.string().min(1).max(80), ...rest }),
    tags: z.array(z.string().max(20)),
    live: z.boolean(),
    score: z.number(),
    views: z.int().min(0),
  });
  return (value) => {
    const result = schema.safeParse(value);
    return result.success && result.data;
  };
}
