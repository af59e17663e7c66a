import type { Field } from './field-types.ts';

/** `title:string!`: what a resource without fields begins with, so that a record can be made at once. */
export const FIRST_FIELD: Field = { name: 'title', type: 'string', required: true, unique: false, index: false };
