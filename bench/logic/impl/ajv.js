import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { readVersion } from '../version.js';

export const name = 'Ajv';
export const version = readVersion('ajv');
export const note = 'default options: the first error only, no new object';

export const validate = compile(new Ajv(), handle());
export const validateEmail = compile(addFormats(new Ajv()), email());

/** The schema of the object. */
export function schemaWith(rest) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['title', 'author', 'tags', 'live', 'score', 'views'],
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 80 },
      author: {
        type: 'object',
        additionalProperties: false,
        required: ['name', ...Object.keys(rest)],
        properties: { name: { type: 'string', minLength: 1, maxLength: 80 }, ...rest },
      },
      tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
      live: { type: 'boolean' },
      score: { type: 'number' },
      views: { type: 'integer', minimum: 0 },
    },
  };
}

export function handle() {
  return { handle: { type: 'string', minLength: 3, maxLength: 30, pattern: '^[a-z][a-z0-9-]*$' } };
}

export function email() {
  return { email: { type: 'string', format: 'email' } };
}

// --- internal ---

function compile(ajv, rest) {
  const check = ajv.compile(schemaWith(rest));
  return (value) => check(value);
}
