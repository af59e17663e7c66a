import type {
  ControllerDescription,
  OperationDescription,
  PathDescription,
  ServiceDescription,
} from '@rest-gen/router';
import type { OpenApiOptions } from '../options.ts';
import type { SelectedPath } from '../paths/select-paths.ts';
import type { RecordShape } from '../records/read-records.ts';
import type { Registry } from '../schemas/registry.ts';
import type { Schema } from '../types.ts';

/** An operation, with everything its description needs. */
export interface OperationContext extends SelectedPath {
  readonly operation: OperationDescription;
  readonly record: RecordShape;
  readonly registry: Registry;
  readonly service: Pick<ServiceDescription, 'limits' | 'hasEnvelope' | 'hasOnError' | 'problemType'>;
  /** Name of the controller's schemas: `V1User`. */
  readonly schemaName: string;
  /** Other paths of the controller have an id, so this one without an id is a list. */
  readonly hasItems: boolean;
  /** OpenAPI 3.2: `itemSchema` describes lines of JSON. */
  readonly isRecent: boolean;
  readonly security: OpenApiOptions['security'];
}

/** A parameter of a list that is not a filter, in the query of a GET or the body of a QUERY. */
export interface ListParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly description: string;
  /** Takes several values, separated by commas. */
  readonly hasCommas?: boolean;
}

/** Names of path parameters; a body or query cannot set them. */
export function pathNames({ path }: Pick<SelectedPath, 'path'>): ReadonlySet<string> {
  return new Set(path.parameters.map(({ name }) => name));
}

/** Fields that a body need not have: the path has them, or the policy sets them in a new record. */
export function givenNames(context: Pick<OperationContext, 'path' | 'operation' | 'controller'>): ReadonlySet<string> {
  const { operation, controller } = context;
  const isNew = operation.method === 'POST' && operation.isInherited;
  return new Set([...pathNames(context), ...(isNew ? (controller.policy?.sets ?? []) : [])]);
}

/** The path is for one record, or a singleton. */
export function isOneRecord({ path, controller }: SelectedPath): boolean {
  return path.isItem || controller.statics.singleton === true;
}

/**
 * The action accepts the parameters of a list, as QUERY of the base class does even if the controller overrides GET.
 */
export function takesList({ operation }: Pick<OperationContext, 'operation'>): boolean {
  return operation.isList || (operation.method === 'QUERY' && operation.isInherited);
}

/**
 * The operations of a path: the action that its rule names, else those of a record or of the collection; without those
 * that `static openapi` hides.
 */
export function operationsAt(
  { item, collection, actions, statics }: ControllerDescription,
  { isItem, action }: PathDescription,
): readonly OperationDescription[] {
  const { openapi = {} } = statics;
  if (openapi === false) return [];
  const all = action === undefined ? (isItem ? item : collection) : [actions.get(action) ?? []].flat();
  return all.filter((operation) => openapi[operation.action] !== false);
}
