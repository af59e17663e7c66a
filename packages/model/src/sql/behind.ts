import type { Direction } from '@rest-gen/router/model';
import { type RawBuilder, sql } from 'kysely';

/** A position in one sort key. */
export interface Place {
  readonly key: RawBuilder<unknown>;
  /** `undefined` for null, which sorts first when ascending and last when descending. */
  readonly operand: RawBuilder<unknown> | undefined;
  readonly direction: Direction;
  readonly isNullable: boolean;
}

/**
 * The condition for rows after a position in an order: after it in the first key, or equal in it and after it in the
 * second one, and so on.
 *
 * No database finds an index range in such a chain, so the condition on the first key is repeated in front.
 */
export function behind(places: readonly Place[]): RawBuilder<unknown> {
  const cases = places.map((place, index) => {
    const all = [...places.slice(0, index).map(levelWith), behindKey(place)];
    return sql`(${sql.join(all, sql` and `)})`;
  });
  const chain = sql`(${sql.join(cases, sql` or `)})`;
  const bound = places.length > 1 ? notBefore(places[0] as Place) : undefined;
  return bound === undefined ? chain : sql`${bound} and ${chain}`;
}

// --- internal ---

function levelWith({ key, operand }: Place): RawBuilder<unknown> {
  return operand === undefined ? sql`${key} is null` : sql`${key} = ${operand}`;
}

function behindKey({ key, operand, direction, isNullable }: Place): RawBuilder<unknown> {
  if (operand === undefined) return direction === 'asc' ? sql`${key} is not null` : sql`1 = 0`;
  if (direction === 'asc') return sql`${key} > ${operand}`;
  return isNullable ? sql`(${key} < ${operand} or ${key} is null)` : sql`${key} < ${operand}`;
}

/** The bound of a range: at this position or after it; none if rows with null come after it. */
function notBefore({ key, operand, direction, isNullable }: Place): RawBuilder<unknown> | undefined {
  if (operand === undefined) return direction === 'asc' ? undefined : sql`${key} is null`;
  if (direction === 'asc') return sql`${key} >= ${operand}`;
  return isNullable ? undefined : sql`${key} <= ${operand}`;
}
