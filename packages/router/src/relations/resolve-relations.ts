import {
  DataError,
  type Description,
  isDataError,
  isError,
  type ModelProvider,
  NO_RELATIONS,
  type Policies,
  type Relations,
} from '@rest-gen/model/core';
import type { ControllerPlan } from '../contracts/plan.ts';
import { StartError } from '../errors.ts';
import { checkPolicies, checkWithoutTables } from './check-policies.ts';
import { checkSoftDeletes, softDeleting } from './check-soft-deletes.ts';
import { collectReferences } from './collect-references.ts';
import { planWritable } from './plan-writable.ts';
import { Tables } from './read-tables.ts';
import { resolveInclude } from './resolve-include.ts';

/**
 * Resolve the relations of all classes and policies: `static include` and the foreign keys of the store become `ListPlan.relations`. Policies
 * and `static softDelete` are checked against their tables.
 *
 * If the store cannot be reached, or migrations are pending, it is done later, by `ListPlan.resolve`.
 *
 * @returns `undefined` where there is nothing that the store has to be asked
 * @throws {StartError} `E_POLICY_TABLE` for a store without descriptions; later: `E_RELATION`, `E_POLICY_TABLE`, `E_SOFT_DELETE`
 */
export function startRelations(
  controllers: ReadonlyMap<string, ControllerPlan>,
  model: ModelProvider | undefined,
  policies: Policies | undefined,
): Promise<void> | undefined {
  const plans = linkClasses(controllers);
  const isDescribed = model?.describeTable !== undefined;
  if (policies !== undefined && !isDescribed) checkWithoutTables(policies);
  const checked = isDescribed ? policies : undefined;
  if (plans.length === 0 && checked === undefined && softDeleting(controllers.values()).length === 0) return undefined;
  let running: Promise<void> | undefined;
  const resolve = (): Promise<void> => {
    running ??= resolveRelations(plans, controllers, checked, model).finally(() => {
      running = undefined;
    });
    return running;
  };
  for (const { list } of waitingPlans(controllers, checked)) list.resolve = resolve;
  return resolve().catch((error: unknown) => {
    if (!isDataError(error) || error.code !== 'unavailable') throw error;
  });
}

/**
 * Let each class find the others of its directory, and those directly in `controller/`, by their tables.
 *
 * @returns the controllers with `static include`; where there is none, nothing is linked
 */
export function linkClasses(controllers: ReadonlyMap<string, ControllerPlan>): ControllerPlan[] {
  const plans = [...controllers.values()].filter(({ Class }) => Class.include !== undefined);
  if (plans.length === 0) return plans;
  const directories = new Map<string, Map<string, ControllerPlan>>([['', new Map()]]);
  for (const plan of controllers.values()) {
    const directory = directoryOf(plan);
    const classes = directories.get(directory) ?? new Map<string, ControllerPlan>();
    directories.set(directory, classes.set(plan.list.table, plan));
  }
  const shared = directories.get('');
  for (const [directory, classes] of directories) directories.set(directory, new Map([...(shared ?? []), ...classes]));
  for (const plan of controllers.values()) plan.list.classes = directories.get(directoryOf(plan));
  return plans;
}

/**
 * Resolve the relations of one class.
 *
 * @throws {StartError} `E_RELATION`; what the store rejects with
 */
export async function resolveController(plan: ControllerPlan, tables: Tables): Promise<Relations> {
  const { Class, name, file, list } = plan;
  const own = await tables.read(list.table);
  if (isDataError(own)) {
    throw new StartError('E_RELATION', `the controller "${name}" has static include: ${own.message}`, {
      file,
      hint: 'A migration may be pending: run npx rest-gen migrate; or take static include out.',
    });
  }
  return resolveInclude(
    Class.include ?? {},
    own,
    { owner: `the controller "${name}"`, file, classes: plan.list.classes ?? new Map(), path: '' },
    tables,
  );
}

/**
 * @param plan - a controller with `static include`, for the error; policies are not resolved without such a store
 * @throws {StartError} `E_RELATION` where there is no store that can read related records
 */
export function openTables(model: ModelProvider | undefined, plan: ControllerPlan | undefined): Tables {
  if (model?.describeTable !== undefined)
    return new Tables((table) => model.describeTable?.(table) as Promise<Description>);
  const { name, file } = plan as ControllerPlan;
  const reason = model === undefined ? 'there is no config/model' : 'the store cannot read related records';
  throw new StartError('E_RELATION', `the controller "${name}" has static include, and ${reason}`, {
    file,
    hint: 'Use createModels of @rest-gen/model, or an adapter with describeTable; or take static include out.',
  });
}

// --- internal ---

/** Classes whose requests wait: those with relations or soft delete, and those of a table with a policy. Without a policy of its table, a class opens nothing. */
function waitingPlans(controllers: ReadonlyMap<string, ControllerPlan>, policies: Policies | undefined) {
  const plans = [...controllers.values()];
  const waiting = plans.filter(
    ({ Class, list }) =>
      Class.include !== undefined || list.softDelete !== undefined || policies?.get(list.table) !== undefined,
  );
  return waiting.length === 0 ? plans : waiting;
}

/** All or nothing: a class is served with all relations, or waits for them. */
async function resolveRelations(
  plans: readonly ControllerPlan[],
  controllers: ReadonlyMap<string, ControllerPlan>,
  policies: Policies | undefined,
  model: ModelProvider | undefined,
): Promise<void> {
  await requireTables(model);
  const [mistake] = await checkSoftDeletes(controllers.values(), model);
  if (mistake !== undefined) throw mistake;
  if (plans.length > 0 || policies !== undefined) await resolveAll(plans, controllers, policies, model);
  for (const { list } of controllers.values()) list.resolve = undefined;
}

/**
 * Pending migrations may create and change what relations, policies and `static softDelete` name.
 *
 * @throws {DataError} `unavailable`
 */
async function requireTables(model: ModelProvider | undefined): Promise<void> {
  try {
    await model?.ready?.();
  } catch (cause) {
    if (isDataError(cause)) throw cause;
    throw new DataError('unavailable', isError(cause) ? cause.message : 'The store is not ready', { cause });
  }
}

async function resolveAll(
  plans: readonly ControllerPlan[],
  controllers: ReadonlyMap<string, ControllerPlan>,
  policies: Policies | undefined,
  model: ModelProvider | undefined,
): Promise<void> {
  const tables = openTables(model, plans[0]);
  const resolved = new Map<ControllerPlan, Relations>([...controllers.values()].map((plan) => [plan, NO_RELATIONS]));
  for (const plan of plans) resolved.set(plan, await resolveController(plan, tables));
  const [error] = policies === undefined ? [] : await checkPolicies(policies, resolved, tables);
  if (error !== undefined) throw error;
  const declared = [...resolved].map(([{ list }, relations]) => [list.table, relations] as const);
  const asked = [...(policies ?? [])].map(({ table, relations }) => [table, relations] as const);
  const references = collectReferences([...declared, ...asked]);
  policies?.setReferences(references);
  for (const [{ list }, relations] of resolved) {
    list.references = references.get(list.table.toLowerCase()) ?? [];
    const own = relations.size === 0 ? undefined : await tables.read(list.table);
    if (own !== undefined && !isDataError(own)) list.writable = planWritable(relations, own, list.classes ?? new Map());
    list.relations = relations;
  }
}

function directoryOf({ name }: ControllerPlan): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}
