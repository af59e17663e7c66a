import Joi from 'joi';
import { readVersion } from '../version.js';

export const name = 'joi';
export const version = readVersion('joi');
export const note = '`convert: false`; the first error only';

export const validate = compile({
  handle: Joi.string()
    .min(3)
    .max(30)
    .pattern(/^[a-z][a-z0-9-]*$/)
    .required(),
});
export const validateEmail = compile({ email: Joi.string().email().required() });

// --- internal ---

function compile(rest) {
  const schema = Joi.object({
    title: Joi.string().min(1).max(80).required(),
    author: Joi.object({ name: Joi.string().min(1).max(80).required(), ...rest }).required(),
    tags: Joi.array().items(Joi.string().allow('').max(20)).required(),
    live: Joi.boolean().required(),
    score: Joi.number().required(),
    views: Joi.number().integer().min(0).required(),
  })
    .required()
    .prefs({ convert: false });
  return (value) => {
    const result = schema.validate(value);
    return result.error === undefined && result.value;
  };
}
