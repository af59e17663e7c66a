import { type Description, isDataError, type ModelProvider } from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';
import type { ResourceClass } from '../contracts/table.ts';

/** The controllers with `static softDelete`. */
export function softDeleting<Of extends ResourceClass>(controllers: Iterable<Of>): Of[] {
  return [...controllers].filter(({ statics }) => statics.softDelete !== undefined);
}

/**
 * Compare `static softDelete` with the tables. A table that does not exist is passed over: a base class can say it for all.
 *
 * @returns the errors `E_SOFT_DELETE`
 * @throws what the store rejects with
 */
export async function checkSoftDeletes(
  controllers: Iterable<ResourceClass>,
  model: ModelProvider | undefined,
): Promise<StartError[]> {
  const errors: StartError[] = [];
  for (const plan of softDeleting(controllers)) {
    const wrong = model === undefined ? NO_MODEL : await findMistake(plan, model);
    if (wrong === undefined) continue;
    const [reason, hint] = wrong;
    const { softDelete } = plan.statics;
    const what = `the controller "${plan.name}" has static softDelete = '${softDelete}', and ${reason}`;
    errors.push(new StartError('E_SOFT_DELETE', what, { file: plan.file, hint }));
  }
  return errors;
}

// --- internal ---

type Mistake = readonly [reason: string, hint: string];

const NO_MODEL: Mistake = ['there is no config/model', 'Write src/config/model; or take static softDelete out.'];

async function findMistake({ statics }: ResourceClass, model: ModelProvider): Promise<Mistake | undefined> {
  const column = statics.softDelete as string;
  const table = await describe(statics.name, model);
  if (table === undefined) return undefined;
  const add = `Write a migration: t.datetime('${column}'); or take static softDelete out.`;
  if (table.deletedAt !== column)
    return [`another controller of "${table.name}" says '${table.deletedAt}'`, 'Write the same in both.'];
  const stored = table.columns.get(column);
  if (stored === undefined) return [`"${table.name}" has no such column`, add];
  if (stored.type === 'datetime' && stored.nullable && stored.isComputed !== true) return undefined;
  return [`this column of "${table.name}" does not hold a time or null`, add];
}

async function describe(table: string, model: ModelProvider): Promise<Description | undefined> {
  try {
    return await model.repository(table).describe();
  } catch (error) {
    if (isDataError(error) && error.code === 'no_table') return undefined;
    throw error;
  }
}
