import { sample } from 'openapi-sampler';
import type { JsonValue, Schema } from '../types.ts';
import type { Judge } from './create-judge.ts';
import { hintValues } from './hint-values.ts';

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
