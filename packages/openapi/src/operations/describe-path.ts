import { type Names, nameOperation, pascalCase, titleOf, verbOf } from '../names.ts';
import type { SelectedPath } from '../paths/select-paths.ts';
import { writeSummary } from '../sentences.ts';
import type { Operation, PathItem } from '../types.ts';
import { shareHeaders, withNotice } from './answer-headers.ts';
import { answers } from './answers.ts';
import { type OperationContext, operationsAt, takesList } from './context.ts';
import { failures } from './failures.ts';
import { headerParameters } from './header-parameters.ts';
import { pathParameters } from './path-parameters.ts';
import { queryParameters } from './query-parameters.ts';
import { requestBody, whyUnwritable } from './request-body.ts';
import { securityOf } from './security.ts';

/** State shared by all operations of a document. */
export type PathContext = Omit<
  OperationContext,
  keyof SelectedPath | 'operation' | 'record' | 'schemaName' | 'hasItems'
> & {
  /** Names of the controllers with a path that has an id. */
  readonly withItems: ReadonlySet<string>;
  readonly records: ReadonlyMap<string, OperationContext['record']>;
  readonly names: Names;
};

/** Describe a path: its operations, its methods, and the operations left out. */
export function describePath(selected: SelectedPath, shared: PathContext): PathItem {
  const { path, controller, notes } = selected;
  const { records, names, withItems, ...context } = shared;
  const item: PathItem = { 'x-allow': allowOf(operationsAt(controller, path)) };
  const leftOut = [...notes];
  for (const operation of operationsAt(controller, path)) {
    const why = path.action === undefined ? whyUnwritable(operation) : undefined;
    if (why !== undefined) {
      leftOut.push(why);
      continue;
    }
    const record = records.get(controller.name) as OperationContext['record'];
    const hasItems = withItems.has(controller.name);
    const schemaName = pascalCase(controller.name);
    const whole = { ...selected, ...context, operation, record, schemaName, hasItems };
    setOperation(item, operation.method, describeOperation(whole, names), context.isRecent);
  }
  if (leftOut.length > 0) item['x-left-out'] = leftOut;
  return item;
}

// --- internal ---

/** OpenAPI 3.1 has no QUERY (RFC 10008), so it becomes an extension. */
function setOperation(item: PathItem, method: string, operation: Operation, isRecent: boolean): void {
  if (method === 'QUERY' && !isRecent) item['x-query'] = operation;
  else item[method.toLowerCase() as 'get'] = operation;
}

/** The value of the header `Allow` of the router, with HEAD and OPTIONS. */
function allowOf(operations: ReturnType<typeof operationsAt>): string {
  const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** Describe one method of one path. */
function describeOperation(context: OperationContext, names: Names): Operation {
  const { operation, controller, path } = context;
  const parameters = [...pathParameters(context), ...queryParameters(context), ...headerParameters(context)];
  const body = requestBody(context);
  const verb = verbOf(operation, path);
  const security = securityOf(context);
  const { openapi = {} } = controller.statics;
  const { responses: own, ...said } = { ...(openapi === false ? {} : openapi[operation.action]) } as Partial<Operation>;
  return {
    tags: [controller.name],
    summary: writeSummary(verb, titleOf(controller.name), kindOf(context)),
    description: describeEffect(context),
    operationId: nameOperation(names, operation, path),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...successes(context, own), ...failures(context), ...own },
    ...(operation.deprecated !== false && { deprecated: true }),
    ...(controller.statics.callable === true && WRITES.has(operation.method) && { 'x-callable': true }),
    ...(security.length > 0 && { security: [...security] }),
    ...said,
  };
}

/** The answers of an operation that succeeds; those of an own action are not guessed where the class says them. */
function successes(context: OperationContext, own: Operation['responses'] = {}): Operation['responses'] {
  const isSaid = Object.keys(own).some((status) => status.startsWith('2'));
  return isSaid && !context.operation.isInherited ? {} : shareHeaders(context, withNotice(context, answers(context)));
}

/** Which records an operation is about. An own action is about the record of its path, if it has one. */
function kindOf({
  operation: { isInherited, isList, isMany, method },
  path,
}: OperationContext): 'one' | 'many' | 'none' {
  if (!isInherited) return path.parameters.some(({ name }) => name === 'id') ? 'one' : 'none';
  return isList || isMany || method === 'QUERY' ? 'many' : 'one';
}

/** Describe the effect of an operation, in CommonMark. The effect of an own action is not known. */
function describeEffect(context: OperationContext): string {
  const { operation, controller, path } = context;
  const { method, action, isInherited, isMany, isBulk } = operation;
  const { statics } = controller;
  const filters = takesList(context) || isMany ? ` ${FILTERS}` : '';
  if (path.action !== undefined || !isInherited) return `The action \`${action}\` of this service.${filters}`;
  if (isMany)
    return `${method === 'PATCH' ? 'Change' : 'Delete'} the records that the filters match, all or none.${filters}`;
  switch (method) {
    case 'GET':
      return operation.isList ? `A page of the records.${filters}` : 'One record.';
    case 'QUERY':
      return `A page of the records, with the parameters in the body.${filters}`;
    case 'POST':
      return isBulk ? 'Add a record, or a list of records: all or none.' : 'Add a record.';
    case 'PUT':
      return statics.upsert ? 'Replace the record, or add it.' : 'Replace the record.';
    case 'PATCH':
      return 'Change the fields that the body has.';
    default:
      return statics.softDelete === undefined ? 'Delete the record.' : 'Mark the record as deleted.';
  }
}

/** Plans (`@rest-gen/plans`) take them. */
const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const FILTERS =
  'All filters have to hold. The operators are `eq` (the same as none), `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `nin`, `null`, and of text `contains`, `startsWith` and `endsWith`: `{"gte": 1, "lt": 9}`.';
