import { DataError } from '@rest-gen/router/model';

/**
 * Say which field the validator of a collection refused, as far as MongoDB tells (from 5.0 on).
 *
 * @param errInfo - `{ details: { schemaRulesNotSatisfied: [{ operatorName: 'required', missingProperties }, { propertiesNotSatisfied }] } }`
 */
export function mapValidationError(errInfo: unknown, cause: unknown): DataError {
  const rules = (errInfo as ErrorInfo | undefined)?.details?.schemaRulesNotSatisfied ?? [];
  const missing = rules.find(({ operatorName }) => operatorName === 'required')?.missingProperties?.[0];
  if (missing !== undefined) {
    return new DataError('not_null', `"${missing}" must not be null`, { field: missing, cause });
  }
  const wrong = rules.find(({ operatorName }) => operatorName === 'properties')?.propertiesNotSatisfied?.[0];
  if (wrong?.propertyName === undefined) {
    return new DataError('invalid_value', 'The validator of the collection refuses the record', { cause });
  }
  const field = wrong.propertyName;
  return new DataError('invalid_value', `"${field}" cannot hold the given value`, { field, cause });
}

// --- internal ---

interface ErrorInfo {
  readonly details?: { readonly schemaRulesNotSatisfied?: readonly Rule[] };
}

interface Rule {
  readonly operatorName?: string;
  readonly missingProperties?: readonly string[];
  readonly propertiesNotSatisfied?: readonly { readonly propertyName?: string }[];
}
