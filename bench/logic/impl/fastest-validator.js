import Validator from 'fastest-validator';
import { readVersion } from '../version.js';

export const name = 'fastest-validator';
export const version = readVersion(name);

export const validate = compile({ handle: { type: 'string', min: 3, max: 30, pattern: /^[a-z][a-z0-9-]*$/ } });
export const validateEmail = compile({ email: { type: 'email' } });

// --- internal ---

function compile(rest) {
  const check = new Validator().compile({
    $$strict: true,
    title: { type: 'string', min: 1, max: 80 },
    author: { type: 'object', strict: true, props: { name: { type: 'string', min: 1, max: 80 }, ...rest } },
    tags: { type: 'array', items: { type: 'string', max: 20 } },
    live: { type: 'boolean' },
    score: { type: 'number' },
    views: { type: 'number', integer: true, min: 0 },
  });
  return (value) => check(value) === true;
}
