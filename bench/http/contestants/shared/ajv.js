import Ajv from 'ajv';

/** The rules of the body as JSON Schema, with a keyword `trim`. A new object each time: every resource has a schema of its own. */
export function bodySchema() {
  return {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', trim: true, minLength: 1, maxLength: 80 },
      body: { type: 'string' },
      views: { type: 'integer', minimum: 0, default: 0 },
      tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
      author: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string', minLength: 1 } },
      },
    },
  };
}

/** Options that make Ajv hold the rules as they are: nothing is cast, defaults are set, every failing field is named. */
export const AJV_OPTIONS = { allErrors: true, useDefaults: true, coerceTypes: false, removeAdditional: false };

/** Teach Ajv the keyword `trim`. */
export function addTrim(ajv) {
  return ajv.addKeyword({
    keyword: 'trim',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    validate: (_, text, __, { parentData, parentDataProperty }) => {
      parentData[parentDataProperty] = text.trim();
      return true;
    },
  });
}

/** Ajv as the contestants use it that have no validation of their own. */
export function createAjv() {
  return addTrim(new Ajv(AJV_OPTIONS));
}

/** Errors of Ajv → `pointer` and `message`. */
export function toErrors(errors) {
  return errors.map(({ instancePath, params, message }) => {
    const name = params.missingProperty ?? params.additionalProperty;
    return { pointer: name === undefined ? instancePath : `${instancePath}/${name}`, message };
  });
}
