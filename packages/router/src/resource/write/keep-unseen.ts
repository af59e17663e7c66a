import type { Model, Row } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';

/** Fields that are to become null, and that the policy hides from this user in some records. */
export function unseenNulls(values: Row, { access, table }: Resource): string[] {
  const masks = access?.find(table.name)?.readMasks();
  return masks === undefined ? [] : [...masks.keys()].filter((name) => values[name] === null);
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
