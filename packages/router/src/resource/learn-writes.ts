import { type Description, isDataError, type ModelProvider, type WriteKind } from '@rest-gen/model/core';
import type { ActionPlan, Exchange } from '../core/contracts/exchange.ts';
import type { ControllerPlan } from '../core/contracts/plan.ts';
import { withoutActions } from '../core/dispatch/path-plan.ts';
import { missingMethod } from '../core/dispatch/resolve-route.ts';
import { StartError } from '../core/errors.ts';
import { checkNames } from './check-names.ts';
import { checkScope } from './check-scope.ts';
import type { PlannedResource } from './contracts/resource-class.ts';
import type { TableStatics } from './contracts/table.ts';
import { requireDriver } from './relations/require-driver.ts';
import { requireTables } from './relations/resolve-relations.ts';

/** Let the column of `static key` be the primary key of a table or view that has none. */
export function nameKeys(classes: readonly PlannedResource[], model: ModelProvider | undefined): void {
  const keys = new Map(
    classes.flatMap(({ statics: { name, key, columnOf } }) =>
      key === undefined ? [] : [[name, columnOf(key)] as const],
    ),
  );
  if (keys.size > 0) model?.nameKeys?.(keys);
}

/**
 * Ask the store what it writes of the tables of all classes, and take out the inherited actions for what it does not: those of views.
 *
 * If the store cannot be reached, the first write asks again.
 *
 * @returns `undefined` where there is nothing that the store has to be asked
 * @throws {StartError} later: `E_MODEL_DRIVER`, `E_KEY`, `E_RULE_PARAM`, `E_CONTROLLER_STATIC`
 */
export function startWrites(
  classes: readonly PlannedResource[],
  model: ModelProvider | undefined,
): Promise<void> | undefined {
  if (model?.describeTable === undefined) return undefined;
  const asking = classes.filter(usesTable).map((one) => {
    one.learnWrites = () => learnWrites(one, model);
    one.isLearning = true;
    return one
      .learnWrites()
      .catch((error: unknown) => {
        requireDriver(error);
        if (error instanceof StartError) throw error;
      })
      .finally(() => {
        one.isLearning = false;
      });
  });
  return asking.length === 0 ? undefined : Promise.all(asking).then(() => undefined);
}

/**
 * Hold the key of a class, the parameters of its rules and the fields that it names against its table.
 *
 * @throws {StartError} `E_KEY`, `E_RULE_PARAM`, `E_CONTROLLER_STATIC`
 */
export function checkTable(of: PlannedResource, description: Description): void {
  if (!usesTable(of)) return;
  checkKey(of, description);
  checkScope(of, description);
  checkNames(of, description);
  if (description.writes !== undefined && description.primaryKey.length === 0) throw keyless(of);
}

/** Whether an action may turn out to be one that the store cannot do. */
export function mayBeRefused({ method, isInherited }: Pick<ActionPlan, 'method' | 'isInherited'>): boolean {
  return isInherited && WRITES.has(method);
}

/** Wait until it is known what the store writes. @throws {HttpError} 405 `E_METHOD` where it does not write this */
export async function requireWritable(of: PlannedResource, { req, params }: Exchange): Promise<void> {
  await of.learnWrites?.();
  const path = params.id === undefined ? of.controller.collection : of.controller.item;
  if (!path.actions.has(req.method)) throw missingMethod(path, req.method, params);
}

// --- internal ---

/** What the methods do with a record. */
const WRITES: ReadonlyMap<string, WriteKind> = new Map([
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);

function usesTable({ controller }: PlannedResource): boolean {
  const { collection, item } = controller;
  return [...collection.actions.values(), ...item.actions.values()].some(({ isInherited }) => isInherited);
}

async function learnWrites(of: PlannedResource, model: ModelProvider): Promise<void> {
  const description = await describe(of.statics.name, model);
  // Not every class has a table. The request that needs it gets an error.
  if (description === undefined) return;
  // Its names are resolved with its relations.
  await of.resolve();
  const { name, writes } = description;
  of.learnWrites = undefined;
  checkTable(of, of.names?.describe(description) ?? description);
  if (writes !== undefined) narrow(of.controller, writes, `"${name}" is a view that the database cannot write so.`);
}

async function describe(name: string, model: ModelProvider): Promise<Description | undefined> {
  try {
    return await model.describeTable?.(name);
  } catch (error) {
    if (!isDataError(error) || error.code !== 'no_table') throw error;
  }
  try {
    // Migrations that are applied at the start may create it.
    await requireTables(model);
    return await model.describeTable?.(name);
  } catch (error) {
    if (isDataError(error) && error.code === 'no_table') return undefined;
    throw error;
  }
}

function narrow(plan: ControllerPlan, writes: readonly WriteKind[], reason: string): void {
  const isGone = (action: ActionPlan): boolean => {
    const kind = WRITES.get(action.method);
    return action.isInherited && kind !== undefined && !writes.includes(kind);
  };
  plan.collection = withoutActions(plan.collection, isGone, reason);
  plan.item = withoutActions(plan.item, isGone, reason);
}

function checkKey({ name: controller, file, statics }: PlannedResource, description: Description): void {
  const { key } = statics;
  const reason = key === undefined ? undefined : reasonAgainst(key, statics, description);
  if (reason === undefined) return;
  throw new StartError('E_KEY', `the controller "${controller}" has static key = '${key}', ${reason}`, {
    file,
    hint: 'Name a column of text or whole numbers that is not null and has a unique index, or take static key out.',
  });
}

/** Why a column cannot name the records of a class. Of a view, the store does not tell whether it finds one record. */
function reasonAgainst(
  key: string,
  { name, unreadable }: TableStatics,
  { columns, unique, writes }: Description,
): string | undefined {
  const column = columns.get(key);
  if (column === undefined) return `which "${name}" does not have`;
  if (unreadable.has(key)) return 'which clients do not see';
  if (writes !== undefined) return undefined;
  if (column.nullable) return 'which can be null';
  return unique?.includes(key) === false ? 'which has no unique index, or is not shown exactly' : undefined;
}

function keyless({ name, file, statics }: PlannedResource): StartError {
  return new StartError(
    'E_KEY',
    `the controller "${name}" serves the view "${statics.name}", which has no column "id"`,
    {
      file,
      hint: "Name a column whose values are unique and not null: static key = 'sku'; or give the view a column id.",
    },
  );
}
