import * as yup from 'yup';
import { readVersion } from '../version.js';

export const name = 'yup';
export const version = readVersion('yup');
export const note = '`strict: true`; the first error only';

export const validate = compile({
  handle: yup
    .string()
    .required()
    .min(3)
    .max(30)
    .matches(/^[a-z][a-z0-9-]*$/),
});
export const validateEmail = compile({ email: yup.string().required().email() });

// --- internal ---

function compile(rest) {
  const schema = yup
    .object({
      title: yup.string().required().min(1).max(80),
      author: yup
        .object({ name: yup.string().required().min(1).max(80), ...rest })
        .noUnknown()
        .required(),
      tags: yup.array(yup.string().defined().max(20)).required(),
      live: yup.boolean().required(),
      score: yup.number().required(),
      views: yup.number().required().integer().min(0),
    })
    .noUnknown()
    .required();
  return (value) => {
    try {
      return schema.validateSync(value, { strict: true });
    } catch (error) {
      if (error instanceof yup.ValidationError) return false;
      throw error;
    }
  };
}
