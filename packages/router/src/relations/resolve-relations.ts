import type { ControllerPlan, ListPlan } from '../contracts/plan.ts';
import { StartError } from '../errors.ts';
import { isDataError } from '../model/data-error.ts';
import type { ModelProvider } from '../model/provider.ts';
import type { Relations } from '../model/relations.ts';
import type { Description } from '../model/types.ts';
import { tableOf } from '../table-of.ts';
import { Tables } from './read-tables.ts';
import { resolveInclude } from './resolve-include.ts';

/**
 * Resolve the relations of all classes: `static include` and the foreign keys of the store become `ListPlan.relations`.
 *
 * If the store cannot be reached, it is done later, by `ListPlan.resolve`.
 *
 * @returns `undefined` where no class has relations
 * @throws {StartError} later: `E_RELATION`
 */
export function startRelations(
  controllers: ReadonlyMap<string, ControllerPlan>,
  model: ModelProvider | undefined,
): Promise<void> | undefined {
  const plans = linkClasses(controllers);
  if (plans.length === 0) return undefined;
  let running: Promise<void> | undefined;
  const resolve = (): Promise<void> => {
    running ??= resolveRelations(plans, model).finally(() => {
      running = undefined;
    });
    return running;
  };
  for (const { list } of plans) list.resolve = resolve;
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
    directories.set(directory, classes.set(tableOf(plan.name), plan));
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
  const { Class, name, file } = plan;
  const own = await tables.read(tableOf(name));
  if (isDataError(own)) {
    throw new StartError('E_RELATION', `the controller "${name}" has static include: ${own.message}`, {
      file,
      hint: 'A migration may be pending: run npx rest-gen migrate; or take static include out.',
    });
  }
  return resolveInclude(Class.include ?? {}, own, { plan, path: '' }, tables);
}

/** @throws {StartError} `E_RELATION` where there is no store that can read related records */
export function openTables(model: ModelProvider | undefined, { name, file }: ControllerPlan): Tables {
  if (model?.describeTable !== undefined)
    return new Tables((table) => model.describeTable?.(table) as Promise<Description>);
  const reason = model === undefined ? 'there is no config/model' : 'the store cannot read related records';
  throw new StartError('E_RELATION', `the controller "${name}" has static include, and ${reason}`, {
    file,
    hint: 'Use createModels of @rest-gen/model, or an adapter with describeTable; or take static include out.',
  });
}

// --- internal ---

/** All or nothing: a class is served with all relations, or waits for them. */
async function resolveRelations(plans: readonly ControllerPlan[], model: ModelProvider | undefined): Promise<void> {
  const tables = openTables(model, plans[0] as ControllerPlan);
  const resolved: [ListPlan, Relations][] = [];
  for (const plan of plans) resolved.push([plan.list, await resolveController(plan, tables)]);
  for (const [list, relations] of resolved) {
    list.relations = relations;
    list.resolve = undefined;
  }
}

function directoryOf({ name }: ControllerPlan): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}
