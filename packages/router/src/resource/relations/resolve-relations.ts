import { DataError, isDataError, isError, type ModelProvider, NO_RELATIONS, type Policies } from '@rest-gen/model/core';
import type { PlannedResource } from '../contracts/resource-class.ts';
import { checkPolicies, checkWithoutTables } from './check-policies.ts';
import { checkSoftDeletes, softDeleting } from './check-soft-deletes.ts';
import { collectReferences, showReferences } from './collect-references.ts';
import { planWritable } from './plan-writable.ts';
import { requireDriver } from './require-driver.ts';
import { type ClassRelations, memberOf, openTables, resolveClass } from './resolve-class.ts';
import { resolveNames } from './resolve-names.ts';

/**
 * Plan the tables of all classes: `static include`, the policies and the foreign keys of the store become the relations of a `TablePlan`. Policies
 * and `static softDelete` are checked against their tables.
 *
 * If the store cannot be reached, or migrations are pending, it is done later, by `ResourceClass.resolve`.
 *
 * @returns `undefined` where there is nothing that the store has to be asked
 * @throws {StartError} `E_POLICY_TABLE` for a store without descriptions; later: `E_MODEL_DRIVER`, `E_RELATION`, `E_POLICY_TABLE`, `E_SOFT_DELETE`
 */
export function startRelations(
  classes: readonly PlannedResource[],
  model: ModelProvider | undefined,
  policies: Policies | undefined,
): Promise<void> | undefined {
  const including = linkClasses(classes);
  const isDescribed = model?.describeTable !== undefined;
  if (policies !== undefined && !isDescribed) checkWithoutTables(policies);
  const checked = isDescribed ? policies : undefined;
  const isAsked = including.length > 0 || checked !== undefined || softDeleting(classes).length > 0;
  const waiting = new Set(isAsked ? waitingClasses(classes, checked) : []);
  // Without relations that the store has to confirm, requests do not wait.
  for (const one of classes) if (!waiting.has(one)) one.complete(UNRELATED);
  if (!isAsked) return undefined;
  let running: Promise<void> | undefined;
  const resolve = (): Promise<void> => {
    running ??= resolveRelations(including, classes, checked, model).finally(() => {
      running = undefined;
    });
    return running;
  };
  for (const one of waiting) one.wait = resolve;
  return resolve().catch((error: unknown) => {
    requireDriver(error);
    if (!isDataError(error) || error.code !== 'unavailable') throw error;
  });
}

/**
 * Let each class find the others of its directory, and those directly in `controller/`, by their tables.
 *
 * @returns the classes with `static include` or `static names`; where there is none, nothing is linked
 */
export function linkClasses(classes: readonly PlannedResource[]): PlannedResource[] {
  const including = classes.filter(({ Class }) => memberOf(Class) !== undefined);
  if (including.length === 0) return including;
  const directories = new Map<string, Map<string, PlannedResource>>([['', new Map()]]);
  for (const one of classes) {
    const directory = directoryOf(one);
    const found = directories.get(directory) ?? new Map<string, PlannedResource>();
    directories.set(directory, found.set(one.statics.name, one));
  }
  const shared = directories.get('');
  for (const [directory, found] of directories) directories.set(directory, new Map([...(shared ?? []), ...found]));
  for (const one of classes) one.classes = directories.get(directoryOf(one));
  return including;
}

// --- internal ---

const UNRELATED = {
  relations: NO_RELATIONS,
  stored: NO_RELATIONS,
  names: undefined,
  references: [],
  writable: undefined,
};

/** Classes whose requests wait: those with relations or soft delete, and those of a table with a policy. Without a policy of its table, a class opens nothing. */
function waitingClasses(classes: readonly PlannedResource[], policies: Policies | undefined) {
  const waiting = classes.filter(
    ({ Class, statics }) =>
      memberOf(Class) !== undefined || statics.softDelete !== undefined || policies?.get(statics.name) !== undefined,
  );
  return waiting.length === 0 ? classes : waiting;
}

/** All or nothing: a class is served with all relations, or waits for them. */
async function resolveRelations(
  including: readonly PlannedResource[],
  classes: readonly PlannedResource[],
  policies: Policies | undefined,
  model: ModelProvider | undefined,
): Promise<void> {
  await requireTables(model);
  const [mistake] = await checkSoftDeletes(classes, model);
  if (mistake !== undefined) throw mistake;
  if (including.length > 0 || policies !== undefined) await resolveAll(including, classes, policies, model);
  else for (const one of classes) one.complete(UNRELATED);
}

/**
 * Pending migrations may create and change what relations, policies and `static softDelete` name.
 *
 * @throws {DataError} `unavailable`
 */
export async function requireTables(model: ModelProvider | undefined): Promise<void> {
  try {
    await model?.ready?.();
  } catch (cause) {
    if (isDataError(cause)) throw cause;
    throw new DataError('unavailable', isError(cause) ? cause.message : 'The store is not ready', { cause });
  }
}

async function resolveAll(
  including: readonly PlannedResource[],
  classes: readonly PlannedResource[],
  policies: Policies | undefined,
  model: ModelProvider | undefined,
): Promise<void> {
  const tables = openTables(model, including[0]);
  for (const one of including) one.names = await resolveNames(one, tables, policies);
  const resolved = new Map<PlannedResource, ClassRelations>(classes.map((one) => [one, UNRELATED]));
  for (const one of including) resolved.set(one, await resolveClass(one, tables, policies));
  const reached = new Map(Array.from(resolved, ([one, { stored }]) => [one, stored] as const));
  const [error] = policies === undefined ? [] : await checkPolicies(policies, reached, tables);
  if (error !== undefined) throw error;
  const declared = [...reached].map(([{ statics }, stored]) => [statics.name, stored] as const);
  const asked = [...(policies ?? [])].map(({ table, relations }) => [table, relations] as const);
  const references = collectReferences([...declared, ...asked]);
  policies?.setReferences(references);
  for (const [one, shown] of resolved) {
    const { relations, names } = shown;
    const { name } = one.statics;
    const own = relations.size === 0 ? undefined : await tables.read(name);
    const isKnown = own !== undefined && !isDataError(own);
    const table = isKnown ? (names?.describe(own) ?? own) : undefined;
    one.complete({
      ...shown,
      references: showReferences(references.get(name.toLowerCase()), names),
      writable: table && planWritable(relations, table, one.classes ?? new Map(), references),
    });
  }
}

function directoryOf({ name }: PlannedResource): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}
