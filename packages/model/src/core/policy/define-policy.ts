import type { IncludeDeclaration } from '../relations.ts';
import type { TableName, TableOf } from '../tables.ts';
import type { AnyTable, Filter } from '../types.ts';
import type { CurrentUser } from './user.ts';

export const OPERATIONS = ['read', 'create', 'update', 'delete'] as const;

/** What can be done with a record. */
export type Operation = (typeof OPERATIONS)[number];

/** The records of a condition, by their columns and by the `relations` of the policy. */
export type PolicyFilter<T extends AnyTable = AnyTable> = T['where'] & {
  readonly [path: `${string}.${string}`]: Filter[string];
};

/**
 * One way to be allowed: everyone, every user, nobody; the records that a filter matches; or what a function of the user says, which is called only where
 * there is one. `undefined` and `null` in the filter of a function deny.
 */
export type PolicyRule<T extends AnyTable = AnyTable> =
  | 'everyone'
  | 'user'
  | 'nobody'
  | PolicyFilter<T>
  | ((user: CurrentUser) => PolicyFilter<T> | boolean | undefined | null);

/** Who is allowed; of a list any rule allows. */
export type PolicyCondition<T extends AnyTable = AnyTable> = PolicyRule<T> | readonly PolicyRule<T>[];

/** Who may read and write a field. Left out, it follows the record. `write` is create and update. */
export interface FieldPolicy<T extends AnyTable = AnyTable> {
  /** Where it does not hold, the field is null. */
  readonly read?: PolicyCondition<T>;
  readonly write?: PolicyCondition<T>;
}

/** Who may do what with the records of a table. An operation that is left out is for nobody. */
export interface Policy<T extends AnyTable = AnyTable> {
  /** Related records that the conditions name: declared as `static include` of a controller is; no request can use them. They are not restricted by policies. */
  readonly relations?: Readonly<Record<string, IncludeDeclaration>>;
  /** Must hold for every operation. Its equalities set the columns of new records. */
  readonly always?: PolicyCondition<T>;
  readonly read?: PolicyCondition<T>;
  /** Holds for the record as it was written. Its equalities set the columns that are left out. */
  readonly create?: PolicyCondition<T>;
  /** Holds before the change and after it. */
  readonly update?: PolicyCondition<T>;
  readonly delete?: PolicyCondition<T>;
  readonly fields?: Readonly<Partial<Record<T['column'], FieldPolicy<T>>>>;
}

/**
 * Say who may do what with a table, in `src/policy/<table>.ts`.
 *
 * @typeParam Name - the table whose columns are checked: those in filters that are written down; `rest-gen check` looks at those that functions return
 * @param policy - one word stands for all operations: `definePolicy('everyone')`
 * @example
 * export default definePolicy<'post'>({
 *   read: [{ status: 'live' }, (user) => ({ author_id: user.id })],
 *   create: (user) => ({ author_id: user.id }),
 *   update: (user) => ({ author_id: user.id }),
 * });
 */
export function definePolicy<Name extends TableName = never>(
  policy: Policy<[Name] extends [never] ? AnyTable : TableOf<Name>> | 'everyone' | 'user' | 'nobody',
): Policy {
  if (typeof policy !== 'string') return policy as Policy;
  return { read: policy, create: policy, update: policy, delete: policy };
}
