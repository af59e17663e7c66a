import type { Place } from '../errors.ts';
import { copyJson } from '../run/copy-json.ts';
import { planApply } from './apply-schema.ts';
import { collectFailures } from './collect-failures.ts';
import { compileTest } from './compile-test.ts';
import type { ForeignCheck } from './foreign-check.ts';
import { layersOf, namesOf } from './layers.ts';
import { readJsonSchema, structuredCopy } from './read-json-schema.ts';
import { unsafeFailure } from './unsafe-failure.ts';

/**
 * Make a JSON Schema (2020-12) the check of a section or field.
 *
 * Everything that can be wrong with the schema is found here; Ajv compiles it on the first value.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA`, or `E_LOGIC_REGEXP` for an expression that can hang
 */
export function compileJsonSchema(declared: unknown, place: Place): ForeignCheck {
  const schema = readJsonSchema(declared, place);
  const { written, root, targets } = schema;
  const names = namesOf(root, targets);
  const applySchema = planApply(schema);
  const test = compileTest(schema);
  return {
    names,
    // A field that is not there gets the default of its schema.
    judgesAbsence: layersOf(root, targets).some((layer) => 'default' in layer),
    async: false,
    toJSONSchema: () => structuredCopy(written),
    run(value, { text }, at, failures) {
      // 1. A copy of what is JSON.
      const copied = copyJson(value);
      if (copied.problem !== undefined) {
        failures.push(unsafeFailure(copied, at));
        return undefined;
      }
      // 2. Defaults and coercion.
      const applied = applySchema(copied.copy, text);
      if (applied === undefined) {
        failures.push(unsafeFailure({ problem: 'is given defaults without end by its schema', path: [] }, at));
        return undefined;
      }
      if (applied.value === undefined) {
        failures.push({ ...at, rule: 'required', argument: true, text: 'is required' });
        return undefined;
      }
      // 3. The schema.
      const errors = test(applied.value, copied.size);
      if (errors === undefined) {
        failures.push(unsafeFailure({ problem: 'takes too long to check', path: [] }, at));
        return undefined;
      }
      if (errors.length === 0) return applied.value;
      collectFailures(errors, targets, at, failures);
      return undefined;
    },
  };
}
