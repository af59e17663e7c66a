import { type } from 'arktype';
import { readVersion } from '../version.js';

export const name = 'arktype';
export const version = readVersion('arktype');

export const validate = compile({ handle: type('3 <= string <= 30').and(/^[a-z][a-z0-9-]*$/) });
export const validateEmail = compile({ email: 'string.email' });

// --- internal ---

function compile(rest) {
  const schema = type({
    '+': 'reject',
    title: '1 <= string <= 80',
    author: { '+': 'reject', name: '1 <= string <= 80', ...rest },
    tags: '(string <= 20)[]',
    live: 'boolean',
    score: 'number',
    views: 'number.integer >= 0',
  });
  return (value) => {
    const result = schema(value);
    return !(result instanceof type.errors) && result;
  };
}
