import { type RawBuilder, sql } from 'kysely';

/** `name in (…)` or `name not in (…)`, where a row with null is in a list that has null, and in no other. */
export function listCondition(
  name: RawBuilder<unknown>,
  isWanted: boolean,
  values: readonly RawBuilder<unknown>[],
  hasNull: boolean,
): RawBuilder<unknown> {
  if (values.length === 0) {
    if (!hasNull) return isWanted ? sql`1 = 0` : sql`1 = 1`;
    return isWanted ? sql`${name} is null` : sql`${name} is not null`;
  }
  if (isWanted) {
    const found = sql`${name} in (${sql.join(values)})`;
    return hasNull ? sql`(${found} or ${name} is null)` : found;
  }
  // Without `or … is null`, a null field would match neither `in` nor `nin`.
  const missing = sql`${name} not in (${sql.join(values)})`;
  return hasNull ? missing : sql`(${missing} or ${name} is null)`;
}
