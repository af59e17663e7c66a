/** The rules of the body of a POST, as JSON Schema: those of the logic that the generator writes for the same fields. */
export const BODY = {
  type: 'object',
  required: ['title', 'views'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 255 },
    body: { type: ['string', 'null'] },
    views: { type: 'integer' },
  },
};

/** Nothing is cast, and every failing field is named. */
export const AJV_OPTIONS = { allErrors: true, coerceTypes: false, removeAdditional: false };
