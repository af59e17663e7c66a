import { sample } from 'openapi-sampler';
import type { JsonValue, Schema } from '../types.ts';
import type { Judge } from './create-judge.ts';
import { hintValues } from './hint-values.ts';

/** Hints of a component; with its whole example where no other schema is in it, because every filter refers to one of these. */
export function hintComponent(schema: Schema): Schema {
  const hinted = hintValues(schema);
  if (hinted.type === 'object' || NESTED.test(JSON.stringify(hinted))) return hinted;
  const example = sample(hinted, { quiet: true });
  return { ...hinted, example };
}

/**
 * Find a value that satisfies a schema.
 *
 * @param components - what references of the schema name, with hints
 * @param isSent - a client sends it: without what is `readOnly`
 */
export function drawExample(
  schema: Schema,
  judge: Judge,
  components: object = {},
  isSent = false,
): JsonValue | undefined {
  // First with all properties, then with the required ones only: the sampler may miss patterns and conditions.
  for (const skipNonRequired of [false, true]) {
    try {
      const options = { skipNonRequired, skipReadOnly: isSent, quiet: true };
      const drawn = sample(hintValues(schema) as object, options, { components }) as JsonValue;
      if (drawn !== undefined && judge(schema, drawn)) return drawn;
    } catch {
      // The sampler does not support every schema.
    }
  }
  return undefined;
}

// --- internal ---

const NESTED = /"(?:\$ref|allOf|properties|patternProperties|additionalProperties)":/;
