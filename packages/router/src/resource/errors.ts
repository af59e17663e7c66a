import { type CreateError, type ErrorTable, errorsOf } from '../core/errors.ts';

const ERRORS = {
  E_BUDGET: [
    400,
    'The answer could have more records than one answer may have.',
    'Ask for fewer records or relations, or allow more: static maxRecords of the class.',
  ],
  E_MAX_AFFECTED: [409, 'The request matches more records than it allows to change.'],
  E_UNBOUNDED: [
    428,
    'The request has to say which records it changes, and how many at most.',
    'Send a filter and the header field Prefer: PATCH /post?status=draft with Prefer: max-affected=20. The maximum is limits.items.',
  ],
  E_NO_MODEL: [
    500,
    'The project has no model.',
    "Run npm install @rest-gen/model, and write src/config/model: import { createModels } from '@rest-gen/model'; export default createModels('sqlite:./data/app.sqlite3'); or give createRestRouter({ model }).",
  ],
} as const;

/** A code of this part. */
export type ResourceCode = keyof typeof ERRORS;

/** The codes of resources. */
export const RESOURCE_CODES: ErrorTable<ResourceCode> = ERRORS;

/** Make the error of one of these codes. */
export const resourceError: CreateError<ResourceCode> = errorsOf(RESOURCE_CODES);
