import { isPlainObject, nearest } from '@rest-gen/logic/common';
import {
  conditionsOf,
  type DataError,
  type Description,
  type Filter,
  isDataError,
  type Policies,
  type PolicyCondition,
  type Relation,
  type Relations,
  readFilter,
  rulesOf,
  type TablePolicy,
} from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';
import type { ResourceClass } from '../contracts/table.ts';
import { findHidden } from './find-hidden.ts';
import type { Tables } from './read-tables.ts';
import { resolveInclude } from './resolve-include.ts';

/**
 * Resolve `relations` of the policies, and check each policy against its table.
 *
 * @param controllers - with their relations; every table that a request can reach through them needs a policy
 * @returns the errors `E_POLICY_TABLE` and `E_RELATION`, in the order of the policies
 * @throws what the store rejects with
 */
export async function checkPolicies(
  policies: Policies,
  controllers: ReadonlyMap<ResourceClass, Relations>,
  tables: Tables,
): Promise<StartError[]> {
  const plans = [...controllers.keys()];
  // All at once: each is described once, however often it is read below.
  const served = await Promise.all(plans.map(({ statics }) => tables.read(statics.name)));
  const described = await Promise.all([...policies].map(({ table }) => tables.read(table)));
  const known = [...served, ...described].filter((one): one is Description => !isDataError(one));
  const errors: StartError[] = [];
  for (const [at, policy] of [...policies].entries()) {
    const table = described[at] as Description | DataError;
    if (isDataError(table)) errors.push(noTable(policy, table, known));
    else {
      const named = plans.flatMap(({ statics: { name, key, columnOf } }) =>
        key && name === policy.table ? [columnOf(key)] : [],
      );
      errors.push(...(await checkPolicy(policy, table, tables, named)));
    }
  }
  const missing = new Map<string, StartError>();
  for (const [at, [plan, relations]] of [...controllers].entries()) {
    if (!isDataError(served[at]))
      addMissing(missing, plan.statics.name, `the controller "${plan.name}"`, plan, policies);
    addRelated(missing, relations, '', plan, policies);
  }
  return [...errors, ...missing.values()];
}

/**
 * Check that the policies need nothing that a store without descriptions lacks.
 *
 * @throws {StartError} `E_POLICY_TABLE`
 */
export function checkWithoutTables(policies: Policies): void {
  for (const { table, policy, file } of policies) {
    const field = Object.entries(policy.fields ?? {}).find(([, one]) => one?.read !== undefined)?.[0];
    const member = policy.relations === undefined ? field && `fields.${field}.read` : 'relations';
    if (member === undefined) continue;
    throw new StartError(
      'E_POLICY_TABLE',
      `the policy "${table}" has ${member}, and the store does not describe tables`,
      {
        file,
        hint: `Use createModels of @rest-gen/model, or an adapter with describeTable; or take ${member} out.`,
      },
    );
  }
}

// --- internal ---

/** @param keys - the columns of `static key` of the classes of the table */
async function checkPolicy(
  entry: TablePolicy,
  table: Description,
  tables: Tables,
  keys: readonly string[],
): Promise<StartError[]> {
  const { policy, file } = entry;
  const place = { owner: `the policy "${entry.table}"`, file, classes: undefined, path: '' };
  try {
    entry.relations = await resolveInclude(policy.relations ?? {}, table, place, tables);
  } catch (error) {
    if (error instanceof StartError) return [error];
    throw error;
  }
  const errors: StartError[] = [];
  for (const name of Object.keys(policy.fields ?? {})) {
    if (table.columns.has(name)) continue;
    const meant = nearest(name, table.columns.keys());
    errors.push(
      new StartError('E_POLICY_TABLE', `the policy "${entry.table}": fields names "${name}", which is not a column`, {
        file,
        hint:
          meant === undefined ? `The columns are ${[...table.columns.keys()].join(', ')}.` : `Did you mean "${meant}"?`,
      }),
    );
  }
  // Pages, locations and relations need the key of every record that is read.
  const masked = [...table.primaryKey, ...keys].find((name) => policy.fields?.[name]?.read !== undefined);
  if (masked !== undefined) {
    errors.push(
      new StartError(
        'E_POLICY_TABLE',
        `the policy "${entry.table}": fields.${masked}.read would hide ${keys.includes(masked) ? 'what URLs name the records by' : 'the primary key'}`,
        { file, hint: 'Take it out; what nobody may know of a record belongs to its condition `read`.' },
      ),
    );
  }
  for (const [member, condition] of conditionsOf(policy)) {
    const error = checkFilters(condition, table, entry.relations);
    if (error === undefined) continue;
    errors.push(
      new StartError('E_POLICY_TABLE', `the policy "${entry.table}": ${member}: ${error.message}`, {
        file,
        hint: error.hint ?? 'Correct the filter.',
      }),
    );
  }
  return errors;
}

/** Filters that are written down; those that functions return are checked when they are used. */
function checkFilters(condition: PolicyCondition, table: Description, relations: Relations): DataError | undefined {
  try {
    for (const rule of rulesOf(condition)) {
      if (isPlainObject(rule)) readFilter(rule as Filter, table, relations);
    }
    return undefined;
  } catch (error) {
    if (isDataError(error)) return error;
    throw error;
  }
}

function noTable({ table, file }: TablePolicy, error: DataError, known: readonly Description[]): StartError {
  const names = known.flatMap(({ name, foreignKeys = [] }) => [name, ...foreignKeys.map((key) => key.table)]);
  const meant = nearest(table, names);
  return new StartError('E_POLICY_TABLE', `the policy "${table}": ${error.message}`, {
    file,
    hint:
      meant === undefined
        ? 'A migration may be pending: run npx rest-gen migrate; or take the policy out.'
        : `Did you mean "${meant}"? A policy has the name of its table.`,
  });
}

/** A table between two is left out where its rows are not shown. */
function addRelated(
  missing: Map<string, StartError>,
  relations: Relations,
  path: string,
  plan: ResourceClass,
  policies: Policies,
): void {
  for (const [name, relation] of relations) {
    const { target, through, relations: inner } = relation;
    const what = `the relation "${path}${name}" of the controller "${plan.name}"`;
    addMissing(missing, target.name, what, plan, policies);
    if (through?.fields !== undefined) addMissing(missing, through.target.name, what, plan, policies);
    const hidden = findHidden(relation, policies);
    if (hidden !== undefined) missing.set(what, tellsHidden(what, hidden, relation, plan));
    addRelated(missing, inner, `${path}${name}.`, plan, policies);
  }
}

function tellsHidden(what: string, hidden: string, { target }: Relation, { file }: ResourceClass): StartError {
  const reason = `the condition of ${what} reads ${hidden}, which not every user may read, and the result would tell it`;
  const hint = `Put the condition into \`read\` of src/policy/${target.name}, which says who may know of the record.`;
  return new StartError('E_RELATION', reason, { file, hint });
}

/** @param what - makes the table reachable */
function addMissing(
  missing: Map<string, StartError>,
  table: string,
  what: string,
  { file }: ResourceClass,
  policies: Policies,
): void {
  if (missing.has(table) || policies.get(table) !== undefined) return;
  const reason = `the table "${table}" of ${what} has no policy, and others have one`;
  // Files are named by tables of the search path only.
  const place = table.includes('.') ? `createRestRouter({ policies: { '${table}': … } })` : `src/policy/${table}`;
  const hint = `Write ${place}: export default definePolicy({ … }), or definePolicy('everyone') if everyone may do everything.`;
  missing.set(table, new StartError('E_POLICY_TABLE', reason, { file, hint }));
}
