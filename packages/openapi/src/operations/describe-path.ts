import { type Names, pascalCase } from '../names.ts';
import type { SelectedPath } from '../paths/select-paths.ts';
import type { Operation, PathItem } from '../types.ts';
import { type OperationContext, operationsAt } from './context.ts';
import { describeOperation } from './describe-operation.ts';
import { whyUnwritable } from './request-body.ts';

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
