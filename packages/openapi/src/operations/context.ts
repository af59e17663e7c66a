import type { OperationDescription, ServiceDescription } from '@rest-gen/router';
import type { SelectedPath } from '../paths/select-paths.ts';
import type { RecordShape } from '../records/read-records.ts';
import type { Registry } from '../schemas/registry.ts';

/** An operation with everything that its description is made of. */
export interface OperationContext extends SelectedPath {
  readonly operation: OperationDescription;
  readonly record: RecordShape;
  readonly registry: Registry;
  readonly service: Pick<ServiceDescription, 'limits' | 'hasEnvelope' | 'hasOnError' | 'problemType'>;
  /** Name of the controller's schemas: `V1User`. */
  readonly schemaName: string;
  /** Other paths of the controller name one record: this one without an id stands for many. */
  readonly hasItems: boolean;
  /** OpenAPI 3.2: lines of JSON have the schema of their items. */
  readonly isRecent: boolean;
  /** The document says which security schemes a request needs. */
  readonly isSecured: boolean;
}

/** Names that the path maps, which no body and no query can set. */
export function pathNames({ path }: Pick<SelectedPath, 'path'>): ReadonlySet<string> {
  return new Set(path.parameters.map(({ name }) => name));
}

/** The path names one record, or a singleton. */
export function isOneRecord({ path, controller }: SelectedPath): boolean {
  return path.isItem || controller.statics.singleton === true;
}

/** The action takes the parameters of a list, as QUERY of the base class does where GET is the controller's own. */
export function takesList({ operation }: Pick<OperationContext, 'operation'>): boolean {
  return operation.isList || (operation.method === 'QUERY' && operation.isInherited);
}
