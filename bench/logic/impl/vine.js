import vine from '@vinejs/vine';
import { readVersion } from '../version.js';

export const name = 'vine';
export const version = readVersion('@vinejs/vine');
export const note = 'asynchronous only; `strict: true` for numbers and booleans';
export const differs = {
  'leaves unknown fields out instead of refusing them': ['unknown field', 'unknown field of author'],
};

export const validate = compile({
  handle: vine
    .string()
    .minLength(3)
    .maxLength(30)
    .regex(/^[a-z][a-z0-9-]*$/),
});
export const validateEmail = compile({ email: vine.string().email() });

// --- internal ---

function compile(rest) {
  const number = () => vine.number({ strict: true });
  const validator = vine.create({
    title: vine.string().minLength(1).maxLength(80),
    author: vine.object({ name: vine.string().minLength(1).maxLength(80), ...rest }),
    tags: vine.array(vine.string().maxLength(20)),
    live: vine.boolean({ strict: true }),
    score: number(),
    views: number().withoutDecimals().min(0),
  });
  return async (value) => {
    const [error, output] = await validator.tryValidate(value);
    return error === null && output;
  };
}
