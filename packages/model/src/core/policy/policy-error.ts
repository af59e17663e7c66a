import { DataError } from '../data-error.ts';
import type { Row } from '../types.ts';
import type { TableAccess } from './access.ts';
import type { Operation } from './define-policy.ts';

/** Records that a refusal names. */
export const MOST_NAMED = 20;

/** Why a policy does not allow something. */
export interface Refusal {
  readonly table: string;
  readonly operation: Operation;
  /** The keys of the records that it is about, {@link MOST_NAMED} at most, where they are known. */
  readonly ids: readonly unknown[];
  /** What was to be written. */
  readonly values: Row | undefined;
}

/** A write, or a read without a user, that a policy does not allow. */
export class PolicyError extends DataError {
  declare readonly refusal: Refusal;

  constructor(
    access: TableAccess,
    operation: Operation,
    details: Partial<Pick<Refusal, 'ids' | 'values'>> & { index?: number | undefined } = {},
  ) {
    const { table } = access;
    const { index, values } = details;
    const ids = details.ids?.slice(0, MOST_NAMED) ?? [];
    const needsUser = access.access.user === undefined && access.decide(operation) === false;
    super(
      needsUser ? 'unauthorized' : 'forbidden',
      needsUser
        ? `The policy of "${table}" needs a user to ${operation}`
        : `The policy of "${table}" does not allow to ${operation} this record`,
      { index },
    );
    // Not enumerable: whatever prints the error leaves the values out.
    Object.defineProperty(this, 'refusal', { value: { table, operation, ids, values } satisfies Refusal });
  }
}

/** What a policy has refused; `undefined` for every other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  return (error as Partial<PolicyError> | undefined)?.refusal;
}
