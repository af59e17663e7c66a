import { LogicError, type Place } from '../errors.ts';
import { isPlainObject } from '../is-object.ts';
import { copyJson } from '../rules/json.ts';
import type { Schema } from '../schemas.ts';
import { collectFailures } from './collect-failures.ts';
import { createTest, type JsonTest } from './create-test.ts';
import { type ForeignCheck, unsafeFailure } from './foreign-check.ts';
import { namedMembers } from './named-members.ts';
import { parseJsonSchema } from './parse-json-schema.ts';

/**
 * Compile a JSON Schema (2020-12) of a section or field.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA`, or `E_LOGIC_REGEXP` for an expression that can hang
 */
export function compileJsonSchema(declared: unknown, place: Place): ForeignCheck {
  const refuse = (pointer: string, problem: string): never => {
    throw new LogicError('E_LOGIC_SCHEMA', place, `the JSON Schema at #${pointer} ${problem}`);
  };
  const schema = parseJsonSchema(declared, place, refuse);
  const written = JSON.stringify(declared);
  const references = (written.match(/"\$(?:ref|dynamicRef)"/g) ?? []).length;
  // Where Ajv lists all errors, it takes what a branch that fails has looked at for evaluated, and accepts what it should not.
  const listsAll = !/"unevaluated(?:Properties|Items)"/.test(written);
  const tests = new Map<string, JsonTest>();
  const testFor = (text: boolean, allErrors: boolean): JsonTest => {
    const key = `${text} ${allErrors}`;
    const test = tests.get(key) ?? createTest(schema, { text, allErrors });
    tests.set(key, test);
    return test;
  };
  // Compiled now, so that errors of Ajv are thrown at start; the other variants are compiled on first use.
  try {
    testFor(place.section !== undefined && place.section !== 'body', listsAll);
  } catch (error) {
    const { message, missingRef } = error as Error & { readonly missingRef?: string };
    const hint = missingRef === undefined ? '' : '; nothing is fetched: put the schema into $defs';
    refuse('', `cannot be compiled: ${message}${hint}`);
  }
  const members = namedMembers(schema, schema);
  return {
    names: members?.names,
    members,
    // An absent field gets the default of its schema.
    checksAbsence: 'default' in schema,
    async: false,
    toJSONSchema: () => JSON.parse(written),
    run(value, { text }, at, failures) {
      // 1. Copy the value.
      const copied = copyJson(value === undefined ? schema.default : value);
      if (copied.problem !== undefined) {
        failures.push(unsafeFailure(copied, at));
        return undefined;
      }
      if (copied.copy === undefined) {
        failures.push({ ...at, rule: 'required', argument: true, text: 'is required' });
        return undefined;
      }
      // 2. Defaults, coercion and the schema. Of a large value, one error is enough.
      const most = FREE_REFERENCES + REFERENCES_PER_VALUE * copied.size * references;
      const holder = { value: text ? splitLists(copied.copy, schema) : copied.copy };
      const found = testFor(text, listsAll && copied.size <= LARGE)(holder, most);
      const errors = found ?? testFor(text, false)(holder, most);
      if (errors === undefined) {
        failures.push(unsafeFailure({ problem: 'takes too long to check', path: [] }, at));
        return undefined;
      }
      if (errors.length === 0) return holder.value;
      collectFailures(errors, (one) => namedMembers(one, schema)?.names ?? [], at, failures);
      return undefined;
    },
  };
}

// --- internal ---

/** The largest number of values for which all errors are listed; the router takes fewer keys and items by default. */
const LARGE = 10_000;
const FREE_REFERENCES = 10_000;
const REFERENCES_PER_VALUE = 4;

/** Split comma-separated lists; Ajv would coerce them to a list of one string. */
function splitLists(value: unknown, { type, properties = {} }: Schema): unknown {
  if (type === 'array' && typeof value === 'string') return value.split(',');
  if (!isPlainObject(value)) return value;
  for (const [name, below] of Object.entries(properties as Record<string, Schema>)) {
    const text = Object.hasOwn(value, name) ? value[name] : undefined;
    if (below.type === 'array' && typeof text === 'string') value[name] = text.split(',');
  }
  return value;
}
