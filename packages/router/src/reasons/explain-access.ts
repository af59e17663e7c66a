import {
  Access,
  allowsEverything,
  type Filter,
  keyOf,
  keyRow,
  type ModelProvider,
  type Operation,
  type Row,
  type TableAccess,
} from '@rest-gen/model/core';
import type { Explanation } from '../core/contracts/explanation.ts';
import type { RelationDescription, ServiceDescription } from '../describe/contracts/description.ts';
import { type Conceal, concealNames, describeFilter, describeValue } from '../describe/describe-filter.ts';
import { operationOf, RESTORE } from '../describe/operation-of.ts';
import { columnOf } from '../resource/contracts/column-of.ts';
import { tableOf } from '../resource/contracts/table-of.ts';
import { parseKey, urlKey } from '../resource/keys.ts';
import { explainPolicy } from './explain-policy.ts';
import type { Tested } from './test-filter.ts';
import type { AccessExplanation, PolicyExplanation } from './types.ts';

/**
 * Explain what the policies say of a request, without running any of its actions. With a user, the record is read from
 * the store.
 *
 * @param explained - what the request resolves to
 * @param user - `undefined` for none: then records are not read
 * @param conceal - which values are not shown. Default: those of hidden columns and secrets
 * @returns `undefined` without policies, or without a controller, a table or an action
 * @see docs/debugging.md#why-was-it-refused
 */
export async function explainAccess(
  { policies, model, controllers }: Pick<ServiceDescription, 'policies' | 'model' | 'controllers'>,
  explained: Pick<Explanation, 'method' | 'controller' | 'action' | 'params'>,
  user: unknown,
  conceal: Conceal = concealHidden(controllers),
): Promise<AccessExplanation | undefined> {
  const { method, controller: name, action, params } = explained;
  if (policies === undefined || model === undefined || name === undefined || action === undefined) return undefined;
  const access = new Access(policies, user);
  const table = access.find(tableOf(name));
  const operation = operationOf(method, action);
  if (table === undefined || operation === undefined) return undefined;
  const isRestore = action === RESTORE;
  const models = isRestore ? withDeleted(model, table.table) : model;
  const description = await model.repository(table.table).describe();
  const tested: Tested = { table, description, models, conceal };
  const statics = controllers.get(name)?.statics ?? {};
  const key = urlKey({ key: statics.key && columnOf(statics.key, statics) }, description);
  const about = { table: table.table, user: user ?? undefined, operation };
  const names = new Set([...(controllers.get(name)?.relations ?? [])].flatMap(tablesOf));
  const joins = operation === 'read' ? [...names].filter((one) => policies.get(one) !== undefined) : [];
  const base = { ...about, adds: [], sets: [], demands: [], joins };
  if (operation === 'create') return { ...base, ...(await explainCreate(tested)) };
  if (params.id === undefined) return { ...base, ...(await explainMany(operation, tested)) };
  const toColumn = (name: string): string => columnOf(name, statics);
  return { ...base, ...(await explainOne(operation, params, tested, { key, toColumn, isRestore })) };
}

// --- internal ---

function concealHidden(controllers: ServiceDescription['controllers']): Conceal {
  const hidden = [...controllers.values()].flatMap(({ statics }) =>
    (statics.hidden ?? []).flatMap((name) => [name, columnOf(name, statics)]),
  );
  return concealNames(new Set(hidden));
}

/** The deleted records of this table in place of the others. */
function withDeleted(model: ModelProvider, table: string): Tested['models'] {
  const repository: ModelProvider['repository'] = (name, ...rest) => {
    const active = model.repository(name, ...rest);
    return (name === table && active.deleted) || active;
  };
  return { repository };
}

type Part = Partial<Pick<AccessExplanation, 'adds' | 'sets' | 'demands'>> &
  Pick<AccessExplanation, 'verdict' | 'policies'>;

/** The columns that the parameters of a path mean. */
interface UrlColumns {
  /** Those of `id`. */
  readonly key: readonly string[];
  /** That of a parent. */
  readonly toColumn: (name: string) => string;
}

/** The tables that an include can read. */
function tablesOf({ table, through, relations }: RelationDescription): string[] {
  return [table, ...(through === undefined ? [] : [through]), ...relations.flatMap(tablesOf)];
}

async function explainCreate(tested: Tested): Promise<Part> {
  const { table, conceal } = tested;
  const policies = [await explainPolicy({ operation: 'create' }, tested)];
  const sets = Object.entries(table.defaults).map(([name, value]) =>
    conceal(name) ? name : `${name} = ${describeValue(value)}`,
  );
  return { policies, sets, demands: textsOf(table, 'create', conceal), verdict: withoutRecord(table, ['create']) };
}

async function explainMany(operation: Operation, tested: Tested): Promise<Part> {
  const { table, conceal } = tested;
  const operations = operation === 'read' ? (['read'] as const) : (['read', operation] as const);
  const policies: PolicyExplanation[] = [];
  for (const one of operations) policies.push(await explainPolicy({ operation: one }, tested));
  const adds = operations.flatMap((one) => textsOf(table, one, conceal));
  const verdict = withoutRecord(table, operations);
  return { policies, adds, verdict: verdict === DEPENDS && operation === 'read' ? 'allowed' : verdict };
}

async function explainOne(
  operation: Operation,
  params: Readonly<Record<string, string>>,
  tested: Tested,
  { isRestore, ...url }: UrlColumns & { readonly isRestore: boolean },
): Promise<Part> {
  const { table } = tested;
  const operations: readonly Operation[] = operation === 'read' ? ['read'] : ['read', operation];
  const known = withoutRecord(table, operations);
  const isGuest = table.access.user === undefined;
  const row = isGuest ? undefined : await readRow(params, tested, url);
  const ids = row === undefined ? [] : [keyOf(row, tested.description.primaryKey)];
  const policies: PolicyExplanation[] = [];
  for (const one of operations) policies.push(await explainPolicy({ operation: one, ids }, tested));
  if (isGuest) return { policies, verdict: known };
  if (row === undefined) return { policies, verdict: '404: there is no such record' };
  const [read, write = read] = policies;
  if (read?.allowed === false) return { policies, verdict: '404: may not be read' };
  // A deleted record is seen only by those who may delete it.
  if (isRestore && write?.allowed === false) return { policies, verdict: '404: may not be deleted' };
  return { policies, verdict: write?.allowed === false ? '403 E_POLICY' : 'allowed' };
}

const DEPENDS = 'depends on the record';

/** The answer, as far as it is the same for all records. */
function withoutRecord(table: TableAccess, operations: readonly Operation[]): string {
  const decisions = operations.map((one) => table.decide(one));
  if (decisions.includes(false)) return table.access.user === undefined ? '401' : '403 E_POLICY';
  return decisions.every(allowsEverything) ? 'allowed' : DEPENDS;
}

function textsOf(table: TableAccess, operation: Operation, conceal: Conceal): string[] {
  const decision = table.decide(operation);
  return decision === false ? [] : decision.map((filter) => describeFilter(filter, conceal));
}

/** The record that a path names by its id and the parents that the rule maps, read without policies. */
async function readRow(
  params: Readonly<Record<string, string>>,
  tested: Tested,
  { key: columns, toColumn }: UrlColumns,
): Promise<Row | undefined> {
  const { models, description, table } = tested;
  const where: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name !== 'id') {
      const column = toColumn(name);
      if (description.columns.has(column)) where[column] = value;
      continue;
    }
    const segment = value.split(',').map(encodeURIComponent).join(',');
    const key = parseKey(segment, columns, description);
    if (key === undefined) return undefined;
    Object.assign(where, keyRow(key, columns));
  }
  try {
    return await models.repository(table.table).findOne({ where: where as Filter });
  } catch {
    // The column cannot hold such a value: there is no such record.
    return undefined;
  }
}
