import {
  allowsEverything,
  type Condition,
  columnsOf,
  type Description,
  type Filter,
  isDataError,
  isSameKey,
  type KeyColumns,
  keyOf,
  keyRow,
  type Model,
  type ModelProvider,
  NO_RELATIONS,
  notDeleted,
  type Reference,
  type Row,
  readDecision,
  restricted,
} from '@rest-gen/model/core';
import { isHttpError, requestError } from '../../core/errors.ts';
import type { Resource } from '../contracts/resource.ts';
import { openModel } from './open-model.ts';

/**
 * Refuse a collection whose parent does not exist. A parent is a record that a foreign key of the class's table refers to, by a column that the rule maps:
 * `issue_id` of `/issue/:issue_id/comment`.
 *
 * @throws {HttpError} asynchronously: 404 `E_NOT_FOUND`
 */
export async function requireParents(resource: Resource, description: Description): Promise<void> {
  for (const { table, where, key } of parentsOf(resource, description)) {
    const parent = openParent(resource, table).where(where);
    if ((await parent.field(...columnsOf(key)).find()) === undefined) throw requestError('E_NOT_FOUND');
  }
}

/**
 * Records under the parents that the URL names; none under a parent that is deleted or that the user may not read, as under a missing one.
 *
 * @param model - the records, or one of them
 */
export function underParents(resource: Resource, model: Model): Model | Promise<Model> {
  const {
    exchange: { paramNames },
    model: models,
  } = resource;
  const hasParents = paramNames.size > (paramNames.has('id') ? 1 : 0);
  return hasParents && models !== undefined ? findUnderParents(resource, models, model) : model;
}

/**
 * Whether an error may mean that the parent of a new record does not exist: databases do not say which foreign key has failed. With policies a conflict may
 * be with a record under a parent that the user may not read.
 */
export function mayLackParent(error: unknown, resource: Resource): boolean {
  const {
    exchange: { paramNames, req },
  } = resource;
  if (paramNames.size === 0 || (req.method !== 'POST' && req.method !== 'PUT')) return false;
  try {
    const { access } = resource;
    const cause = isHttpError(error) ? error.cause : error;
    return isDataError(cause) && (cause.code === 'foreign_key' || (cause.code === 'conflict' && access !== undefined));
  } catch {
    // A getter or a proxy that throws on access; the option `user` can throw, too.
    return false;
  }
}

/**
 * Find out whether a record could not be added because its parent does not exist. Called when the transaction of the write is over.
 *
 * @returns 404 `E_NOT_FOUND`, or the error as it is
 */
export async function explainForeignKey(error: unknown, resource: Resource): Promise<unknown> {
  try {
    const description = await openModel(resource, resource.table.name).describe();
    await requireParents(resource, resource.table.names?.describe(description) ?? description);
    return error;
  } catch (reason) {
    // What the store refuses now does not explain the first error.
    return isHttpError(reason) && reason.status === 404 ? reason : error;
  }
}

// --- internal ---

async function findUnderParents(resource: Resource, models: ModelProvider, model: Model): Promise<Model> {
  const {
    access,
    table: { names },
  } = resource;
  const description = await model.describe();
  const conditions: Condition[] = [];
  for (const { table, column, key, deletedAt } of parentsOf(resource, description)) {
    const parent = access?.find(table);
    const isOpen = parent === undefined || allowsEverything(parent.decide('read'));
    if (isOpen && deletedAt === undefined) continue;
    const target = await models.repository(table, resource.exchange).describe();
    const readable = isOpen ? [] : readDecision(parent.decide('read'), target, parent);
    if (readable === false) return model.where(restricted(undefined, false));
    const shape = { kind: 'one', fields: [], orderBy: [], max: 1, relations: NO_RELATIONS } as const;
    const from = names?.storedKey(column) ?? column;
    const relation = { ...shape, target, from, to: key, where: notDeleted(target) ?? {} };
    conditions.push({ operator: 'some', relation, value: readable });
  }
  // One statement with that of the records.
  return conditions.length === 0 ? model : model.where(restricted(undefined, conditions));
}

interface Parent {
  readonly table: string;
  /** The column of the class's table. */
  readonly column: KeyColumns;
  readonly key: KeyColumns;
  readonly deletedAt: string | undefined;
  readonly where: Filter;
}

function* parentsOf(
  { exchange: { input, params, paramNames }, table: { references } }: Resource,
  { foreignKeys = [] }: Description,
): Generator<Parent> {
  const values = (input?.params ?? params) as Row;
  const isNew = ({ column, table, when }: Reference): boolean =>
    when === undefined && !foreignKeys.some((known) => isSameKey(known.column, column) && known.table === table);
  for (const { column, table, key, deletedAt } of [...foreignKeys, ...references.filter(isNew)]) {
    const columns = columnsOf(column);
    const isMapped = (name: string): boolean => name !== 'id' && paramNames.has(name) && values[name] !== undefined;
    if (!columns.every(isMapped)) continue;
    const where = keyRow(keyOf(values, columns), columnsOf(key)) as Filter;
    yield { table, column, key, deletedAt, where };
  }
}

/** A table without a policy is looked at as it is: that a record refers to it says that it exists. */
function openParent(resource: Resource, table: string): Model {
  const model = openModel(resource, table);
  return resource.access?.find(table) === undefined ? model.unrestricted() : model;
}
