import type { Model, Row } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';
import { fieldsOfPolicy } from '../policy/fields-of-policy.ts';

/** Fields that are to become null, and that the policy hides from this user in some records. */
export function unseenNulls(values: Row, resource: Resource): string[] {
  return fieldsOfPolicy(resource)?.masked.filter((name) => values[name] === null) ?? [];
}

/** Leave out the null of a field that is null for this user: what was shown can be sent back, and what was not seen is not lost. */
export async function keepUnseen(record: Model, values: Row, resource: Resource): Promise<Row> {
  const names = unseenNulls(values, resource);
  if (names.length === 0) return values;
  const seen = await record.field(names).lock().find();
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !(names.includes(name) && seen?.[name] === null)),
  );
}
