import {
  type Description,
  isDataError,
  isError,
  type ModelProvider,
  NO_RELATIONS,
  Policies,
  type Relations,
} from '@rest-gen/model/core';
import {
  checkPolicies,
  checkSoftDeletes,
  checkTable,
  checkWithoutTables,
  findControllers,
  findScopes,
  linkClasses,
  nameKeys,
  openTables,
  type PlannedResource,
  resolveClass,
  resolveNames,
  resourceClassOf,
  StartError,
} from '@rest-gen/router/internal';
import { type Finding, toFinding } from './finding.ts';
import { type CheckedProject, isBroken, isInherited } from './load-project.ts';
import { findListUse, missingIndexes, unindexed } from './missing-indexes.ts';
import { policyCascades, unknownPolicyColumns } from './policy-findings.ts';
import { misfits, missingFields, type StoredLogic, shownSecrets, unknownColumns } from './store-findings.ts';

/** Every finding about one logic and its table. */
const CHECKS: readonly ((checked: StoredLogic) => Finding[])[] = [unknownColumns, misfits, missingFields];

/**
 * Compare relations, logics, lists and policies with the tables of their controllers, where the model can describe
 * them.
 *
 * Only actions of the base class are checked: an action that the controller writes itself may do anything with its
 * fields. A controller without a table is not checked.
 *
 * @param isRequired - a store that cannot be asked is an error, not a note
 */
export async function checkStore(checked: CheckedProject, isRequired: boolean): Promise<Finding[]> {
  const { project, controllers, index } = checked;
  const { model, rulesFile } = project;
  if (model === undefined)
    return isRequired ? [unreachable(new Error('there is no config/model'), rulesFile, true)] : checkRelations(checked);
  try {
    // Tables of pending migrations do not exist yet and would be ignored.
    if (isRequired) await (model as { ready?(): unknown }).ready?.();
  } catch (error) {
    return [unreachable(error, rulesFile, true)];
  }
  const findings: Finding[] = [];
  try {
    findings.push(...(await checkRelations(checked)));
  } catch (error) {
    return [unreachable(error, rulesFile, isRequired)];
  }
  const classes = [...controllers.values()].map(resourceClassOf);
  findScopes(checked, classes);
  nameKeys(classes, model);
  for (const [name, plan] of controllers) {
    const loaded = project.logics.get(name);
    const rules = index.rules.filter((rule) => findControllers(rule, controllers).includes(name));
    const written = WRITING.some((action) => loaded?.logic.action(action)?.fields('body')) ? loaded : undefined;
    const list = findListUse(plan, loaded?.logic, rules);
    let table: Description;
    try {
      const { statics, names } = resourceClassOf(plan);
      const stored = await describe(model, statics.name);
      table = names?.describe(stored) ?? stored;
    } catch (error) {
      if (isDataError(error) && error.code === 'no_table') continue;
      return [unreachable(error, rulesFile, isRequired)];
    }
    findings.push(...refusals(resourceClassOf(plan), table));
    if (written === undefined && list === undefined) continue;
    const actions = WRITING.filter((action) => isInherited(plan.Class, action));
    const policy = project.policies?.get(table.name)?.policy;
    findings.push(...shownSecrets(plan, table, policy));
    if (written)
      findings.push(...CHECKS.flatMap((check) => check({ ...written, plan, table, policy, rules, actions })));
    if (list) findings.push(...missingIndexes(list, table, { logic: loaded?.file, controller: plan.file }));
  }
  const { policies = new Policies() } = project;
  const tables: Description[] = [];
  for (const policy of policies) {
    // A table that cannot be described is a finding of the start, or of the loop above.
    const table = await describe(project.activeModels ?? model, policy.table).catch(() => undefined);
    if (table === undefined) continue;
    findings.push(...unknownPolicyColumns(policy, table));
    tables.push(table);
  }
  return [...findings, ...policyCascades(policies, tables)];
}

// --- internal ---

const WRITING = ['postAction', 'putAction', 'patchAction'];

/** Milliseconds for one table. */
const PATIENCE = 5_000;

async function describe(model: ModelProvider, table: string): Promise<Description> {
  return model.repository(table, { signal: AbortSignal.timeout(PATIENCE) }).describe();
}

/** What the start would say of a class and its table. */
function refusals(of: PlannedResource, table: Description): Finding[] {
  try {
    checkTable(of, table);
    return [];
  } catch (error) {
    return [toFinding(refused(error))];
  }
}

function unreachable(error: unknown, file: string | undefined, isRequired: boolean): Finding {
  const reason = isError(error) ? error.message : String(error);
  const hint = isDataError(error) && error.code === 'no_driver' ? error.hint : undefined;
  return {
    code: 'C_COLUMNS_UNKNOWN',
    level: isRequired ? 'error' : 'note',
    message: `relations, logics and lists are not compared with tables, because the store cannot describe its tables: ${reason.replace(/\.$/, '')}`,
    file,
    hint: hint ?? 'Run it where the store can be reached, and its migrations are applied.',
  };
}

/**
 * Resolve the relations of all classes and check the policies as a start does, and look for relations that are read
 * without an index.
 *
 * @throws what the store rejects with
 */
async function checkRelations({ project, controllers, errors }: CheckedProject): Promise<Finding[]> {
  const { activeModels: model, policies } = project;
  const classes = [...controllers.values()].map(resourceClassOf);
  const including = linkClasses(classes);
  // If the model cannot be loaded, its own error is reported, and nothing else is known.
  if (model === undefined && isBroken('model', errors, 'config')) return [];
  const findings = new Map<string, Finding>();
  try {
    const isDescribed = model?.describeTable !== undefined;
    if (policies !== undefined && !isDescribed) checkWithoutTables(policies);
    for (const error of await checkSoftDeletes(classes, model)) findings.set(error.message, toFinding(error));
    if (including.length === 0 && (policies === undefined || !isDescribed)) return [...findings.values()];
    const tables = openTables(model, including[0]);
    const resolved = new Map<PlannedResource, Relations>(classes.map((one) => [one, NO_RELATIONS]));
    for (const plan of including) {
      const names = await resolveNames(plan, tables, policies).catch(refused);
      if (names instanceof StartError) findings.set(names.message, toFinding(names));
      else plan.names = names;
    }
    for (const plan of including) {
      const found = await resolveClass(plan, tables, policies).catch(refused);
      if (found instanceof StartError) findings.set(found.message, toFinding(found));
      else {
        resolved.set(plan, found.stored);
        for (const missing of unindexed(found.stored, plan.file)) findings.set(missing.message, missing);
      }
    }
    for (const error of policies === undefined ? [] : await checkPolicies(policies, resolved, tables))
      findings.set(error.message, toFinding(error));
  } catch (error) {
    return [toFinding(refused(error))];
  }
  return [...findings.values()];
}

function refused(error: unknown): StartError {
  if (error instanceof StartError) return error;
  throw error;
}
