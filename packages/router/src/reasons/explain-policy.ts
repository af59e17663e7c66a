import {
  type Id,
  judge,
  keyOf,
  type Operation,
  type PolicyCondition,
  type PolicyRule,
  type Row,
  rulesOf,
  type TableAccess,
  whereKeys,
} from '@rest-gen/model/core';
import { describeFilter, textOf } from '../describe/describe-filter.ts';
import { type Subject, type Tested, testFilter } from './test-filter.ts';
import type { ExplainedRule, PolicyExplanation } from './types.ts';

/** The operation that a policy decides. */
export interface PolicyRequest {
  readonly operation: Operation;
  /** Keys of records; the first one that is not allowed is explained. */
  readonly ids?: readonly unknown[];
  /** The values that are written. */
  readonly values?: Row | undefined;
}

/**
 * Explain what a policy says of an operation: each rule, whether it allows, and if not, why. Conditions are tested by
 * the store, without policies.
 */
export async function explainPolicy(request: PolicyRequest, tested: Tested): Promise<PolicyExplanation> {
  const { table } = tested;
  const { operation, values } = request;
  if (operation === 'create') {
    if (values === undefined) return explainSubject(request, undefined, tested);
    return explainSubject(request, { row: { ...table.defaults, ...defined(values) }, isStored: false }, tested);
  }
  const rows = await readRows(request.ids ?? [], tested);
  let first: PolicyExplanation | undefined;
  for (const row of rows) {
    const before = await explainSubject(request, { row, isStored: true }, tested);
    if (before.allowed === false) return before;
    first ??= before;
    if (operation !== 'update' || values === undefined) continue;
    const after = await explainSubject(request, { row: { ...row, ...defined(values) }, isStored: false }, tested);
    // The store cannot test the new record any more, so its conditions are the reason if no other condition is.
    if (after.allowed !== true) return after;
  }
  return first ?? explainSubject(request, undefined, tested);
}

// --- internal ---

async function readRows(ids: readonly unknown[], { models, description }: Tested): Promise<Row[]> {
  if (ids.length === 0) return [];
  const where = whereKeys(ids as readonly Id[], description.primaryKey);
  return models.repository(description.name).findMany({ where });
}

function defined(values: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

async function explainSubject(
  { operation, values = {} }: PolicyRequest,
  subject: Subject | undefined,
  tested: Tested,
): Promise<PolicyExplanation> {
  const { table, description } = tested;
  const { policy, file } = table.policy;
  const rules: ExplainedRule[] = [];
  let allowed: boolean | undefined = true;
  for (const [place, condition] of placesOf(operation, Object.keys(values), table)) {
    const explained = await explainCondition(place, condition, subject, tested);
    rules.push(...explained);
    const verdict = explained.some(({ allows }) => allows === true)
      ? true
      : explained.every(({ allows }) => allows === false)
        ? false
        : undefined;
    if (allowed === true || verdict === false) allowed = verdict;
  }
  return {
    table: table.table,
    operation,
    file,
    id: subject && keyOf(subject.row, description.primaryKey),
    record: subject === undefined ? 'none' : subject.isStored ? 'before' : 'after',
    allowed,
    rules,
  };

  function placesOf(
    name: Operation,
    fields: readonly string[],
    { ruledFields }: TableAccess,
  ): [place: string, condition: PolicyCondition | undefined][] {
    const places: [string, PolicyCondition | undefined][] = [];
    if (policy.always !== undefined) places.push(['always', policy.always]);
    places.push([name, policy[name]]);
    for (const field of ruledFields.filter((one) => fields.includes(one))) {
      const write = policy.fields?.[field]?.write;
      if (write !== undefined) places.push([`fields.${field}.write`, write]);
    }
    return places;
  }
}

async function explainCondition(
  place: string,
  condition: PolicyCondition | undefined,
  subject: Subject | undefined,
  tested: Tested,
): Promise<ExplainedRule[]> {
  if (condition === undefined) {
    const reasons = [`the policy leaves "${place}" out, so nobody may`];
    return [{ place, text: 'nobody', asks: undefined, allows: false, reasons }];
  }
  const rules: ExplainedRule[] = [];
  for (const rule of rulesOf(condition)) {
    const shown = textOf(rule);
    const text = mentions(shown, tested) ? '(it names a field that may not be shown)' : shown;
    rules.push({ place, text, ...(await explainRule(rule, subject, tested)) });
  }
  return rules;
}

/** Whether a text names a column, of any table, whose values must not be shown: they may be part of it. */
function mentions(text: string, { conceal }: Tested): boolean {
  const names = text.match(/[\w$]+/g) ?? [];
  return names.some((name) => conceal(name));
}

async function explainRule(
  rule: PolicyRule,
  subject: Subject | undefined,
  tested: Tested,
): Promise<Pick<ExplainedRule, 'asks' | 'allows' | 'reasons'>> {
  const refuse = (reason: string) => ({ asks: undefined, allows: false, reasons: [reason] });
  let verdict: ReturnType<typeof judge>;
  try {
    verdict = judge(rule, tested.table.access.user);
  } catch (error) {
    return refuse(`its function has thrown: ${(error as Error).message}`);
  }
  const { allows, reason } = verdict;
  if (reason === 'no user') return refuse('there is no user');
  if (reason !== undefined)
    return refuse(
      reason.missing === '' ? 'its function gave nothing' : `its function gave no value for "${reason.missing}"`,
    );
  if (allows === false) return refuse(rule === 'nobody' ? 'nobody may' : 'its function returned false');
  if (allows === true) return { asks: undefined, allows, reasons: [] };
  const asks = describeFilter(allows, tested.conceal);
  if (subject === undefined) return { asks, allows: undefined, reasons: [] };
  const { failed, unsure } = await testFilter(allows, subject, tested);
  if (failed.length > 0) return { asks, allows: false, reasons: failed };
  if (unsure.length > 0)
    return { asks, allows: undefined, reasons: unsure.map((one) => `only the store can say whether ${one}`) };
  return { asks, allows: true, reasons: [] };
}
