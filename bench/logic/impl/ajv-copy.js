import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { readVersion } from '../version.js';
import { email, handle, schemaWith } from './ajv.js';

export const name = 'Ajv + copy';
export const version = readVersion('ajv');
export const note = '`allErrors: true`, and a copy of the declared fields that is written by hand';

export const validate = compile(handle(), ({ name, handle }) => ({ name, handle }));
export const validateEmail = compile(email(), ({ name, email }) => ({ name, email }));

// --- internal ---

function compile(rest, copyAuthor) {
  const check = addFormats(new Ajv({ allErrors: true })).compile(schemaWith(rest));
  return (value) => {
    if (!check(value)) return false;
    const { title, author, tags, live, score, views } = value;
    return { title, author: copyAuthor(author), tags: tags.slice(), live, score, views };
  };
}
