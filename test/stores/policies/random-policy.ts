import type { Filter, Scalar } from '@rest-gen/model/core';
import fc from 'fast-check';
import type { PolicyCondition, PolicyRule } from '../../../packages/model/src/core/policy/define-policy.ts';
import { filterOf, ownFields } from '../relations/random-request.ts';
import { kindOf, type RandomSchema, type RandomTable } from '../relations/random-schema.ts';

/** A rule as data, so that a failing case can be printed and a rule can be decided without the code under test. */
export type RandomRule =
  | 'everyone'
  | 'user'
  | 'nobody'
  | { readonly filter: Filter }
  /** `(user) => ({ [name]: user[member] })`, or `(user) => ({ [relation]: { [operator]: { [name]: user[member] } } })`. */
  | { readonly name: string; readonly member: string; readonly relation?: string; readonly operator?: Quantifier }
  /** `(user) => user.isAdmin || filter` */
  | { readonly orFilter: Filter | false };

export interface RandomField {
  readonly name: string;
  readonly read: readonly RandomRule[] | undefined;
  readonly write: readonly RandomRule[] | undefined;
}

export interface RandomPolicy {
  readonly always: readonly RandomRule[] | undefined;
  readonly read: readonly RandomRule[] | undefined;
  readonly create: readonly RandomRule[] | undefined;
  readonly update: readonly RandomRule[] | undefined;
  readonly delete: readonly RandomRule[] | undefined;
  readonly fields: readonly RandomField[];
}

/** Members are values of columns, lists of them, or missing; a guest is `undefined`. */
export type RandomUser = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>> | undefined;

/** A policy for each table of a schema, in its order. */
export function randomPolicies(schema: RandomSchema): fc.Arbitrary<RandomPolicy[]> {
  return fc.tuple(...schema.tables.map((table) => policyOf(schema, table)));
}

/** Users of every kind, always with a guest. */
export function randomUsers(schema: RandomSchema): fc.Arbitrary<RandomUser[]> {
  const members = schema.tables.flatMap(({ name }) =>
    ownFields(schema, name)
      .filter(({ kind }) => kind !== undefined)
      .map(({ name: column, values }) => {
        const value = fc.constantFrom(...values);
        const member = fc.oneof(
          { weight: 7, arbitrary: value },
          { weight: 3, arbitrary: fc.array(value, { minLength: 1, maxLength: 3 }) },
          { weight: 1, arbitrary: fc.constantFrom(undefined, null) },
        );
        return [memberOf(name, column), member] as const;
      }),
  );
  const user = fc.record({ isAdmin: fc.constantFrom(true, false, false, undefined), ...Object.fromEntries(members) });
  return fc.array(user, { minLength: 2, maxLength: 3 }).map((users) => [undefined, ...(users as RandomUser[])]);
}

/** The condition as a project would write it. */
export function toCondition(rules: readonly RandomRule[]): PolicyCondition {
  const written = rules.map(toRule);
  return written.length === 1 ? (written[0] as PolicyRule) : written;
}

/** What rules allow a user: everything, nothing, or what a filter matches; decided without the code under test. */
export function allowedBy(rules: readonly RandomRule[] | undefined, user: RandomUser): boolean | Filter {
  const allowed = (rules ?? []).map((rule) => judge(rule, user)).filter((one) => one !== false);
  if (allowed.length === 0 || allowed.includes(true)) return allowed.length > 0;
  return allowed.length === 1 ? (allowed[0] as Filter) : { or: allowed as Filter[] };
}

// --- internal ---

type Quantifier = 'some' | 'none' | 'every';

/** Steps of the longest path of a policy. */
const POLICY_DEPTH = 2;

function policyOf(schema: RandomSchema, table: RandomTable): fc.Arbitrary<RandomPolicy> {
  const rules = rulesOf(schema, table.name);
  const seldom = fc.option(rules, { freq: 2, nil: undefined });
  const operation = fc.option(rules, { freq: 12, nil: undefined });
  const field = fc.record({
    name: fc.constantFrom(...table.columns.map(({ name }) => name)),
    read: fc.option(rules, { freq: 2, nil: undefined }),
    write: fc.option(rules, { freq: 2, nil: undefined }),
  });
  return fc.record({
    always: seldom,
    read: operation,
    create: operation,
    update: fc.oneof({ weight: 1, arbitrary: operation }, { weight: 2, arbitrary: listedOf(table) }),
    delete: operation,
    fields: fc.uniqueArray(field, { maxLength: 2, selector: ({ name }) => name }),
  });
}

function rulesOf(schema: RandomSchema, table: string): fc.Arbitrary<RandomRule[]> {
  const word = fc.constantFrom<RandomRule>('everyone', 'user', 'user', 'nobody');
  const filter = filterOf(schema, table, POLICY_DEPTH);
  const one: fc.Arbitrary<RandomRule> = fc.oneof(
    { weight: 2, arbitrary: word },
    { weight: 5, arbitrary: filter.map((where): RandomRule => ({ filter: where })) },
    { weight: 5, arbitrary: ownOf(schema, table) },
    {
      weight: 2,
      arbitrary: fc.option(filter, { freq: 3, nil: false as const }).map((where): RandomRule => ({ orFilter: where })),
    },
  );
  return fc.array(one, { minLength: 1, maxLength: 3 });
}

/** Records with some values of a column: changes often lead out of them. */
function listedOf({ columns, references }: RandomTable): fc.Arbitrary<RandomRule[]> {
  const listed = columns
    .filter(({ method }) => kindOf(method) !== undefined)
    .map(({ name, values }) => ({ filter: { [name]: values.slice(0, 2) as Scalar[] } }));
  const referring = references.map(({ name }) => ({ filter: { [name]: { null: false } } }));
  return fc.constantFrom<RandomRule>('user', ...listed, ...listed, ...referring).map((rule) => [rule]);
}

/** Records that have a value of the user, themselves or in a related record. */
function ownOf(schema: RandomSchema, table: string): fc.Arbitrary<RandomRule> {
  const fieldOf = (name: string) =>
    fc.constantFrom(...ownFields(schema, name).filter(({ kind }) => kind !== undefined)).map((one) => one.name);
  const own = fieldOf(table).map((name): RandomRule => ({ name, member: memberOf(table, name) }));
  const relations = schema.relations.filter(({ owner, kind }) => owner === table && kind !== 'count');
  if (relations.length === 0) return own;
  const related = fc
    .constantFrom(...relations)
    .chain(({ name: relation, table: target }) =>
      fc
        .tuple(fieldOf(target), fc.constantFrom<Quantifier | undefined>('some', 'none', 'every', undefined))
        .map(
          ([name, operator]): RandomRule =>
            operator === undefined
              ? { name: `${relation}.${name}`, member: memberOf(target, name) }
              : { name, member: memberOf(target, name), relation, operator },
        ),
    );
  return fc.oneof({ weight: 2, arbitrary: own }, { weight: 1, arbitrary: related });
}

function memberOf(table: string, column: string): string {
  return `${table} ${column}`;
}

function toRule(rule: RandomRule): PolicyRule {
  if (typeof rule === 'string') return rule;
  if ('filter' in rule) return rule.filter as PolicyRule;
  return (user) => resultOf(rule, user) as Filter;
}

function judge(rule: RandomRule, user: RandomUser): boolean | Filter {
  if (rule === 'everyone' || rule === 'nobody') return rule === 'everyone';
  if (rule === 'user') return user !== undefined;
  if ('filter' in rule) return rule.filter;
  if (user === undefined) return false;
  if ('orFilter' in rule) return user.isAdmin === true || (!lacks(rule.orFilter) && rule.orFilter);
  return !lacks(user[rule.member]) && (resultOf(rule, user) as Filter);
}

function resultOf(rule: Exclude<RandomRule, string | { filter: Filter }>, user: NonNullable<RandomUser>): unknown {
  if ('orFilter' in rule) return user.isAdmin || rule.orFilter;
  const { name, member, relation, operator } = rule;
  const own = { [name]: user[member] };
  return relation === undefined ? own : { [relation]: { [operator as string]: own } };
}

/** Whether null or undefined is anywhere in a value. */
function lacks(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object' || value instanceof Uint8Array) return false;
  return Object.values(value).some(lacks);
}
