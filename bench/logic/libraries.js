import * as ajv from './impl/ajv.js';
import * as ajvCopy from './impl/ajv-copy.js';
import * as arktype from './impl/arktype.js';
import * as fastestValidator from './impl/fastest-validator.js';
import * as joi from './impl/joi.js';
import * as restGen from './impl/rest-gen.js';
import * as thinkValidator from './impl/think-validator.js';
import * as valibot from './impl/valibot.js';
import * as vine from './impl/vine.js';
import * as yup from './impl/yup.js';
import * as zod from './impl/zod.js';

/** What the others are compared with. */
export const ours = restGen;
export const plainAjv = ajv;

/**
 * Every library under test: `name`, `version`, `validate` and `validateEmail` for the two sets of values.
 *
 * Both give what the library gives back for a valid value, `true` if that is a verdict only, and something falsy for an invalid one.
 * `note` says which options are not the usual ones; `differs` lists the probes on which the verdict is another one, by reason.
 */
export const libraries = [
  ours,
  plainAjv,
  ajvCopy,
  zod,
  valibot,
  arktype,
  joi,
  vine,
  yup,
  fastestValidator,
  thinkValidator,
];

/** A set of values, and the function of a library for it. */
export const validators = { plain: 'validate', email: 'validateEmail' };
