import Validator from 'think-validator';
import { readVersion } from '../version.js';

export const name = 'think-validator';
export const version = readVersion(name);
export const note = 'alone, with a context of its own in place of that of ThinkJS; compiles nothing';
export const differs = {
  'throws a TypeError': ['the whole is null', 'author a text'],
  'one rule for all children of an object': [
    'author.name missing',
    'author.handle missing',
    'author.handle too short',
    'author.handle too long',
    'author.handle off the pattern',
    'author.email missing',
    'author.email without @',
    'author.email without a host',
    'author.email with a blank',
  ],
  'casts to the type': [
    'author null',
    'author a list',
    'tags null',
    'tags a text',
    'live null',
    'live a text',
    'live a number',
    'score a text',
    'views a text',
  ],
  'accepts unknown fields': ['unknown field'],
};

/** The children of an object share one rule here, so that neither `handle` nor `email` can have its own. */
const rules = {
  title: { required: true, string: true, length: { min: 1, max: 80 } },
  author: { required: true, object: true, children: { required: true, string: true, length: { min: 1, max: 80 } } },
  tags: { required: true, array: true, children: { string: true, length: { max: 20 } } },
  live: { required: true, boolean: true },
  score: { required: true, float: true },
  views: { required: true, int: { min: 0 } },
};

export const validate = (value) => {
  const validator = new Validator({ method: 'POST', post: () => value });
  return Object.keys(validator.validate(rules)).length === 0;
};
export const validateEmail = validate;
