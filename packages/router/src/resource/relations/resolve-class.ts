import {
  type Description,
  FieldNames,
  hasNames,
  isDataError,
  type ModelProvider,
  type Policies,
  storedRelations,
} from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';
import type { PlannedResource } from '../contracts/resource-class.ts';
import type { ResourceStatics } from '../contracts/statics.ts';
import type { TablePlan } from '../contracts/table.ts';
import { nameTables } from './name-tables.ts';
import { checkLinks } from './plan-writable.ts';
import { Tables } from './read-tables.ts';
import { resolveInclude } from './resolve-include.ts';

/** The relations of a class, in its names and as the store reads them. */
export type ClassRelations = Pick<TablePlan, 'relations' | 'stored' | 'names'>;

/**
 * Resolve the relations of one class, after the names of all.
 *
 * @param policies - what they set in rows of tables between two others
 * @throws {StartError} `E_RELATION`; what the store rejects with
 */
export async function resolveClass(
  of: PlannedResource,
  tables: Tables,
  policies: Policies | undefined,
): Promise<ClassRelations> {
  const { Class, name, file, statics, classes = new Map(), written } = of;
  const named = nameTables(tables, classes);
  const own = await named.read(statics.name);
  if (isDataError(own)) {
    throw new StartError('E_RELATION', `the controller "${name}" has static include: ${own.message}`, {
      file,
      hint: 'A migration may be pending: run npx rest-gen migrate; or take static include out.',
    });
  }
  const place = { owner: `the controller "${name}"`, file, classes, path: '' };
  const relations = await resolveInclude(Class.include ?? {}, own, place, named);
  checkLinks(relations, own, place, written, policies);
  const names = of.names ?? (hasNames(relations) ? new FieldNames(own) : undefined);
  return { relations, stored: storedRelations(relations, names), names };
}

/**
 * @param of - a class with `static include`, for the error; policies are not resolved without such a store
 * @throws {StartError} `E_RELATION` where there is no store that can read related records
 */
export function openTables(model: ModelProvider | undefined, of: PlannedResource | undefined): Tables {
  if (model?.describeTable !== undefined)
    return new Tables((table) => model.describeTable?.(table) as Promise<Description>);
  const { Class, name, file } = of as PlannedResource;
  const member = memberOf(Class);
  const reason = model === undefined ? 'there is no config/model' : 'the store cannot read related records';
  throw new StartError('E_RELATION', `the controller "${name}" has static ${member}, and ${reason}`, {
    file,
    hint: `Use createModels of @rest-gen/model, or an adapter with describeTable; or take static ${member} out.`,
  });
}

/** The static member for which a class needs the description of its table; `undefined` for none. */
export function memberOf({ include, names }: ResourceStatics): 'include' | 'names' | undefined {
  if (include !== undefined) return 'include';
  return names === undefined ? undefined : 'names';
}
