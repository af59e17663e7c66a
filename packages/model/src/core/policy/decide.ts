import { isPlainObject } from '@rest-gen/logic/common';
import { isThenable } from '../async-context.ts';
import type { Filter } from '../types.ts';
import type { Policy, PolicyCondition, PolicyRule } from './define-policy.ts';

/** `false`: nothing is allowed; else the filters that a record has to match, all of them. An empty list allows everything. */
export type Decision = readonly Filter[] | false;

/** What one rule of a condition says of a user. */
export interface Verdict {
  /** `true`: every record; `false`: none; else those that match. */
  readonly allows: boolean | Filter;
  /** Why it allows none: there is no user, or the path of a value that is `undefined` or `null`. */
  readonly reason?: 'no user' | { readonly missing: string };
}

/**
 * Decide a condition for a user: what any of its rules allows.
 *
 * @param user - `undefined` for a request without one
 * @param report - gets the path of a value that a function has given as `undefined` or `null`
 * @throws {TypeError} for a function that returns something else than a filter or a boolean
 */
export function decide(
  condition: PolicyCondition | undefined,
  user: unknown,
  report?: (missing: string) => void,
): Decision {
  if (condition === undefined) return false;
  const filters: Filter[] = [];
  for (const rule of rulesOf(condition)) {
    const { allows, reason } = judge(rule, user);
    if (allows === true) return EVERYTHING;
    if (allows !== false) filters.push(allows);
    if (typeof reason === 'object') report?.(reason.missing);
  }
  if (filters.length === 0) return false;
  return filters.length === 1 ? filters : [{ or: filters }];
}

/** What one rule says of a user. */
export function judge(rule: PolicyRule, user: unknown): Verdict {
  if (rule === 'everyone') return { allows: true };
  if (rule === 'nobody') return { allows: false };
  const isGuest = user === undefined || user === null;
  if (rule === 'user') return isGuest ? NO_USER : { allows: true };
  if (typeof rule !== 'function') return { allows: rule as Filter };
  if (isGuest) return NO_USER;
  const result: unknown = rule(user as never);
  if (typeof result === 'boolean') return { allows: result };
  if (result === undefined || result === null) return { allows: false, reason: { missing: '' } };
  if (!isPlainObject(result)) {
    // A rejection must not end the process.
    if (isThenable(result)) result.then(undefined, () => undefined);
    throw new TypeError('A function of a policy must return a filter, true or false, and not a promise.');
  }
  const missing = findMissing(result, '');
  return missing === undefined ? { allows: result as Filter } : { allows: false, reason: { missing } };
}

/** Whether every record is allowed. */
export function allowsEverything(decision: Decision): boolean {
  return decision !== false && decision.length === 0;
}

/** All of these must allow. */
export function allOfDecisions(...decisions: readonly Decision[]): Decision {
  if (decisions.includes(false)) return false;
  const some = decisions.filter((one) => one !== false && one.length > 0);
  return some.length < 2 ? (some[0] ?? EVERYTHING) : (some.flat() as Filter[]);
}

/** The rules of a condition. */
export function rulesOf(condition: PolicyCondition): readonly PolicyRule[] {
  return Array.isArray(condition) ? condition : [condition as PolicyRule];
}

/** Whether a condition certainly allows everyone whom the other one allows for some record: functions are called for users only. */
export function covers(condition: PolicyCondition, other: PolicyCondition): boolean {
  const rules = rulesOf(condition);
  const needsUser = rulesOf(other).every((rule) => rule !== 'everyone' && (typeof rule !== 'object' || rule === null));
  return rules.includes('everyone') || (rules.includes('user') && needsUser);
}

/** All conditions of a policy with their places: `read`, `fields.email.write`. */
export function conditionsOf({
  relations,
  fields = {},
  ...operations
}: Policy): (readonly [place: string, condition: PolicyCondition])[] {
  const ruled = Object.entries(fields).flatMap(([name, field]) =>
    Object.entries(field ?? {}).map(([member, condition]) => [`fields.${name}.${member}`, condition] as const),
  );
  return [...Object.entries(operations), ...ruled].filter(([, condition]) => condition !== undefined);
}

// --- internal ---

const EVERYTHING: readonly Filter[] = [];
const NO_USER: Verdict = { allows: false, reason: 'no user' };

/** The path of the first `undefined` or `null` in a filter: `tenant_id`, `id.in.0`. */
function findMissing(value: unknown, path: string): string | undefined {
  if (value === undefined || value === null) return path.slice(1);
  if (typeof value !== 'object' || !(Array.isArray(value) || isPlainObject(value))) return undefined;
  for (const [name, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const missing = findMissing(member, `${path}.${name}`);
    if (missing !== undefined) return missing;
  }
  return undefined;
}
