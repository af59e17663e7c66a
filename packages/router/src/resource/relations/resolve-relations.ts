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
import { StartError } from '../../core/errors.ts';
import type { PlannedResource } from '../contracts/resource-class.ts';
import { checkPolicies, checkWithoutTables } from './check-policies.ts';
import { checkSoftDeletes, softDeleting } from './check-soft-deletes.ts';
import { collectReferences } from './collect-references.ts';
import { checkLinks, planWritable } from './plan-writable.ts';
import { Tables } from './read-tables.ts';
import { requireDriver } from './require-driver.ts';
import { resolveInclude } from './resolve-include.ts';

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
 * @returns the classes with `static include`; where there is none, nothing is linked
 */
export function linkClasses(classes: readonly PlannedResource[]): PlannedResource[] {
  const including = classes.filter(({ Class }) => Class.include !== undefined);
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

/**
 * Resolve the relations of one class.
 *
 * @param policies - what they set in rows of tables between two others
 * @throws {StartError} `E_RELATION`; what the store rejects with
 */
export async function resolveClass(
  of: PlannedResource,
  tables: Tables,
  policies: Policies | undefined,
): Promise<Relations> {
  const { Class, name, file, statics, classes = new Map(), written } = of;
  const own = await tables.read(statics.name);
  if (isDataError(own)) {
    throw new StartError('E_RELATION', `the controller "${name}" has static include: ${own.message}`, {
      file,
      hint: 'A migration may be pending: run npx rest-gen migrate; or take static include out.',
    });
  }
  const place = { owner: `the controller "${name}"`, file, classes, path: '' };
  const relations = await resolveInclude(Class.include ?? {}, own, place, tables);
  checkLinks(relations, own, place, written, policies);
  return relations;
}

/**
 * @param of - a class with `static include`, for the error; policies are not resolved without such a store
 * @throws {StartError} `E_RELATION` where there is no store that can read related records
 */
export function openTables(model: ModelProvider | undefined, of: PlannedResource | undefined): Tables {
  if (model?.describeTable !== undefined)
    return new Tables((table) => model.describeTable?.(table) as Promise<Description>);
  const { name, file } = of as PlannedResource;
  const reason = model === undefined ? 'there is no config/model' : 'the store cannot read related records';
  throw new StartError('E_RELATION', `the controller "${name}" has static include, and ${reason}`, {
    file,
    hint: 'Use createModels of @rest-gen/model, or an adapter with describeTable; or take static include out.',
  });
}

// --- internal ---

const UNRELATED = { relations: NO_RELATIONS, references: [], writable: undefined };

/** Classes whose requests wait: those with relations or soft delete, and those of a table with a policy. Without a policy of its table, a class opens nothing. */
function waitingClasses(classes: readonly PlannedResource[], policies: Policies | undefined) {
  const waiting = classes.filter(
    ({ Class, statics }) =>
      Class.include !== undefined || statics.softDelete !== undefined || policies?.get(statics.name) !== undefined,
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
  const resolved = new Map<PlannedResource, Relations>(classes.map((one) => [one, NO_RELATIONS]));
  for (const one of including) resolved.set(one, await resolveClass(one, tables, policies));
  const [error] = policies === undefined ? [] : await checkPolicies(policies, resolved, tables);
  if (error !== undefined) throw error;
  const declared = [...resolved].map(([{ statics }, relations]) => [statics.name, relations] as const);
  const asked = [...(policies ?? [])].map(({ table, relations }) => [table, relations] as const);
  const references = collectReferences([...declared, ...asked]);
  policies?.setReferences(references);
  for (const [one, relations] of resolved) {
    const { name } = one.statics;
    const own = relations.size === 0 ? undefined : await tables.read(name);
    const isKnown = own !== undefined && !isDataError(own);
    one.complete({
      relations,
      references: references.get(name.toLowerCase()) ?? [],
      writable: isKnown ? planWritable(relations, own, one.classes ?? new Map(), references) : undefined,
    });
  }
}

function directoryOf({ name }: PlannedResource): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}
