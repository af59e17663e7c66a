import { MOST_ERRORS } from '../limits.ts';
import type { Schema } from '../rules/rule.ts';
import { toPointer } from '../to-pointer.ts';
import type { Failure } from '../types.ts';
import { SAFE, type SchemaError } from './compile-test.ts';
import type { ForeignPlace } from './foreign-check.ts';
import { namesOf } from './layers.ts';
import { keywordForms } from './schema-keywords.ts';
import { selectErrors } from './select-errors.ts';

/** Turn errors of Ajv into failures: one for each pointer, the first, and at most {@link MOST_ERRORS}. */
export function collectFailures(
  errors: readonly SchemaError[],
  targets: ReadonlyMap<Schema, Schema>,
  at: ForeignPlace,
  failures: Failure[],
): void {
  const pointers = new Set<string>();
  for (const error of selectErrors(errors, targets)) {
    if (pointers.size >= MOST_ERRORS) return;
    const { path = [], ...failure } = describe(error, targets, at);
    const pointer = at.pointer + error.instancePath + toPointer(path);
    if (pointers.has(pointer)) continue;
    pointers.add(pointer);
    failures.push({ in: at.in, pointer, field: at.field, ...failure });
  }
}

// --- internal ---

type Described = Pick<Failure, 'rule' | 'argument' | 'text' | 'names'> & {
  /** From the value that Ajv names to the one that is wrong. */
  readonly path?: readonly string[];
  readonly field?: undefined;
};

function describe(error: SchemaError, targets: ReadonlyMap<Schema, Schema>, at: ForeignPlace): Described {
  const { keyword, params, schema, parentSchema, message } = error;
  switch (keyword) {
    case 'required':
      return { path: [params.missingProperty], rule: 'required', argument: true, text: 'is required' };
    case 'dependentRequired': {
      const text = `is required beside ${params.property}`;
      return { path: [params.missingProperty], rule: keyword, argument: [params.property], text };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const names = namesOf(parentSchema as Schema, targets);
      const name = params.additionalProperty ?? params.unevaluatedProperty;
      return { path: [name], rule: 'unknown', argument: true, field: undefined, names };
    }
    case 'propertyNames':
      return { path: [params.propertyName], rule: keyword, argument: true, text: 'has a name that is not allowed' };
    case SAFE:
      return { rule: 'type', argument: 'integer', text: 'must be an integer that a JSON number holds exactly' };
    case 'type':
      // As everywhere: a parameter that is given twice is an error of the shape of the query.
      if (at.in === 'query' && Array.isArray(error.data)) {
        return { rule: 'repeated', argument: true, text: 'must be given once' };
      }
      break;
  }
  const argument = keywordForms.get(keyword) === 'value' ? schema : true;
  return { rule: keyword, argument, text: message };
}
