import { type Input, type Logic, toJSONSchema } from '@rest-gen/logic';
import { OpenApiError } from './errors.ts';
import { createValidator } from './examples/create-validator.ts';
import { findExample } from './examples/find-example.ts';
import type { Schema } from './types.ts';

/**
 * The body that an action takes.
 *
 * @see docs/openapi.md#records-for-tests
 */
export type Made<L extends Logic, Action extends string = 'postAction'> = Input<L, Action>['body'];

/**
 * Build a record that a logic accepts, for tests: every required field with an example, and what `overrides` says.
 *
 * Optional fields are left out, and so is what only a database knows: give unique values and the ids of other records
 * in `overrides`. These are not checked, so that a test can also build a record that is refused.
 *
 * @param action - whose body it is
 * @throws {OpenApiError} `E_OPENAPI_MAKE` when no example is found for a field
 * @see docs/openapi.md#records-for-tests
 *
 * @example
 * await models.model('post').add(make(logic, { title: 'Hello' }));
 */
export function make<L extends Logic, Action extends `${string}Action` = 'postAction'>(
  logic: L,
  overrides: Partial<Made<L, Action>> = {},
  action: Action = 'postAction' as Action,
): Made<L, Action> {
  const schema = toJSONSchema(logic, action, 'body', { blank: false }) as Schema | undefined;
  if (schema === undefined) throw refuse(`The logic declares no body with fields for ${action}.`);
  const fields = (schema.properties ?? {}) as Record<string, Schema>;
  const validate = createValidator({});
  const entries = ((schema.required ?? []) as string[])
    .filter((name) => !Object.hasOwn(overrides, name))
    .map((name) => {
      const example = findExample(fields[name] ?? {}, validate);
      if (example === undefined) throw refuse(`No example was found for the field "${name}".`);
      return [name, example];
    });
  return { ...Object.fromEntries(entries), ...overrides } as Made<L, Action>;
}

// --- internal ---

function refuse(reason: string): OpenApiError {
  return new OpenApiError('E_OPENAPI_MAKE', reason, 'Give the value to make(logic, { … }).');
}
