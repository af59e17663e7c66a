import type { Failure } from '../failure.ts';
import { MOST_ERRORS } from '../refusal.ts';
import type { Schema } from '../schemas.ts';
import { toPointer } from '../to-pointer.ts';
import { SAFE, type SchemaError } from './create-test.ts';
import type { ForeignPlace } from './foreign-check.ts';
import { keywordForms } from './schema-keywords.ts';

/** Turn errors of Ajv into failures: one for each pointer, the first, and at most {@link MOST_ERRORS}. */
export function collectFailures(
  errors: readonly SchemaError[],
  namesOf: (schema: Schema) => readonly string[],
  at: ForeignPlace,
  failures: Failure[],
): void {
  const pointers = new Set<string>();
  for (const error of withoutBranches(errors)) {
    if (pointers.size >= MOST_ERRORS) return;
    const { path = [], ...failure } = describe(error, namesOf, at);
    const pointer = at.pointer + error.instancePath + toPointer(path);
    if (pointers.has(pointer)) continue;
    pointers.add(pointer);
    failures.push({ in: at.in, pointer, field: at.field, ...failure });
  }
}

// --- internal ---

type Described = Pick<Failure, 'rule' | 'argument' | 'text' | 'names'> & {
  /** From the value that Ajv reports to the invalid one. */
  readonly path?: readonly string[];
  readonly field?: undefined;
};

function describe(error: SchemaError, namesOf: (schema: Schema) => readonly string[], at: ForeignPlace): Described {
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
      const name = params.additionalProperty ?? params.unevaluatedProperty;
      return {
        path: [name],
        rule: 'unknown',
        argument: true,
        field: undefined,
        names: namesOf(parentSchema as Schema),
      };
    }
    case 'propertyNames':
      return { path: [params.propertyName], rule: keyword, argument: true, text: 'has a name that is not allowed' };
    case 'false schema':
      return { rule: 'not', argument: true, text: 'must NOT be valid' };
    case SAFE:
      return { rule: 'type', argument: 'integer', text: 'must be an integer that a JSON number holds exactly' };
    case 'type':
      // As for rules, a query parameter that is given twice is reported as repeated.
      if (at.in === 'query' && Array.isArray(error.data)) {
        return { rule: 'repeated', argument: true, text: 'must be given once' };
      }
      break;
  }
  const argument = keywordForms.get(keyword) === 'value' ? schema : true;
  return { rule: keyword, argument, text: message };
}

/**
 * Remove the errors of single branches of a union.
 *
 * Ajv reports the errors of every branch, then that of the union. If only one branch matches the type and constants of
 * the value, its errors are kept; otherwise that of the union.
 */
function withoutBranches(errors: readonly SchemaError[]): SchemaError[] {
  const kept: SchemaError[] = [];
  for (const error of errors) {
    // Another error follows: that of `propertyNames`, or those of `then` or `else`.
    if (error.propertyName !== undefined || error.keyword === 'if') continue;
    const isUnion = ['anyOf', 'contains'].includes(error.keyword) || error.params.passingSchemas === null;
    if (!isUnion) {
      kept.push(error);
      continue;
    }
    const first = kept.findLastIndex((one) => !isWithin(one, error)) + 1;
    const branches = groupByBranch(kept.splice(first), error);
    const meant = branches.filter((one) => !one.some((other) => rulesOut(other, error)));
    kept.push(...(meant.length === 1 && error.keyword !== 'contains' ? (meant[0] as SchemaError[]) : [error]));
  }
  return kept;
}

/** Whether an error belongs to a branch: at or below the value of the union, and not of a sibling keyword. */
function isWithin({ instancePath, schemaPath }: SchemaError, union: SchemaError): boolean {
  if (!`${instancePath}/`.startsWith(`${union.instancePath}/`)) return false;
  const beside = union.schemaPath.slice(0, union.schemaPath.lastIndexOf('/') + 1);
  if (!schemaPath.startsWith(beside) || (beside === '#/' && /^#\/(?:\$defs|definitions)\//.test(schemaPath)))
    return true;
  return schemaPath.startsWith(`${union.schemaPath}/`) || instancePath !== union.instancePath;
}

function groupByBranch(errors: readonly SchemaError[], union: SchemaError): SchemaError[][] {
  const references = ([union.schema].flat() as (Schema | boolean)[]).map((one) => `${Object(one).$ref}/`);
  const groups = new Map<number, SchemaError[]>();
  let branch = 0;
  for (const error of errors) {
    const { schemaPath } = error;
    const below = schemaPath.startsWith(`${union.schemaPath}/`) ? schemaPath.slice(union.schemaPath.length + 1) : '';
    const named = below === '' ? references.findIndex((one) => schemaPath.startsWith(one)) : Number.parseInt(below, 10);
    const again = groups
      .get(branch)
      ?.some((one) => one.schemaPath === schemaPath && one.instancePath === error.instancePath);
    // An error through another reference belongs to the current branch; if it occurs again, to the next one.
    branch = named >= 0 ? named : branch + Number(again === true);
    groups.set(branch, [...(groups.get(branch) ?? []), error]);
  }
  return [...groups.values()];
}

/** Whether an error excludes a branch: the type or a constant does not match. */
function rulesOut({ keyword, instancePath }: SchemaError, union: SchemaError): boolean {
  const below = instancePath.slice(union.instancePath.length);
  if (keyword === 'const' || keyword === 'enum') return !below.slice(1).includes('/');
  return below === '' && !['required', 'additionalProperties', 'unevaluatedProperties'].includes(keyword);
}
