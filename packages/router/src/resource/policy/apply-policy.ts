import { PolicyError } from '@rest-gen/model/core';
import type { Exchange } from '../../core/contracts/exchange.ts';
import type { ResourceAction } from '../contracts/action.ts';
import type { Resource, WriteContext } from '../contracts/resource.ts';
import { fieldsOfPolicy } from './fields-of-policy.ts';

/**
 * Refuse a user who may do nothing of what an action does, with any record of the controller's table: before the body is read, and before a stored
 * answer is repeated.
 *
 * @throws {PolicyError} without a user 401 `E_UNAUTHORIZED`, else 403 `E_POLICY`
 */
export function checkOperations({ action: { operations }, access, table }: Resource): void {
  const [first] = operations;
  const rules = first && access?.find(table.name);
  if (rules && operations.every((operation) => rules.decide(operation) === false)) throw new PolicyError(rules, first);
}

/** Fields that the body need not have: the path gives them, or the policy sets them in a new record. */
export function givenFields(
  { method }: Pick<ResourceAction, 'method'>,
  {
    exchange: { paramNames, params },
    access,
    table,
  }: Pick<WriteContext, 'access' | 'table'> & {
    readonly exchange: Pick<WriteContext['exchange'], 'paramNames'> & Partial<Pick<Exchange, 'params'>>;
  },
): ReadonlySet<string> {
  const isWhole = method === 'POST' || method === 'PUT';
  const names = isWhole ? (fieldsOfPolicy({ access, table })?.defaults ?? []) : [];
  const isOfCollection = params !== undefined && params.id === undefined && paramNames.has('id');
  const inPath = isOfCollection ? withoutId(paramNames) : paramNames;
  return names.length === 0 ? inPath : withNames(inPath, names);
}

// --- internal ---

/** The sets that were made, by the parameters of the rule: the logic compiles its tests once for each set. */
const made = new WeakMap<ReadonlySet<string>, Map<string, ReadonlySet<string>>>();

/** The parameters of a rule such as `/post/:id?` in the path of the collection. */
function withoutId(paramNames: ReadonlySet<string>): ReadonlySet<string> {
  const known = ofCollections.get(paramNames);
  if (known !== undefined) return known;
  const others = new Set([...paramNames].filter((name) => name !== 'id'));
  ofCollections.set(paramNames, others);
  return others;
}

const ofCollections = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Sets for each rule: a function of a policy could make up names. */
const MOST = 100;

function withNames(paramNames: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> {
  const key = names.join();
  const sets = made.get(paramNames) ?? new Map<string, ReadonlySet<string>>();
  made.set(paramNames, sets);
  const known = sets.get(key);
  if (known !== undefined) return known;
  const all = new Set([...paramNames, ...names]);
  if (sets.size < MOST) sets.set(key, all);
  return all;
}
