import type { Schema } from '../rules/rule.ts';

/** A schema, and those that hold for the same value by `$ref` and `allOf`. */
export function layersOf(schema: Schema, targets: ReadonlyMap<Schema, Schema>): Schema[] {
  const target = targets.get(schema);
  const others = [...(target === undefined ? [] : [target]), ...((schema.allOf ?? []) as Schema[])];
  return [schema, ...others.flatMap((other) => layersOf(other, targets))];
}

/** Names of the properties that a schema describes, in written order; none where it describes no object. */
export function namesOf(schema: Schema, targets: ReadonlyMap<Schema, Schema>): string[] {
  return [...new Set(layersOf(schema, targets).flatMap(({ properties }) => Object.keys(properties ?? {})))];
}
