import type { CompiledAction } from '@rest-gen/logic';
import type { PlannedAction } from '../core/contracts/part.ts';
import { StartError } from '../core/errors.ts';
import type { ResourceAction } from './contracts/action.ts';
import type { ResourceStatics } from './contracts/statics.ts';
import { inheritsShow } from './relations/overrides-show.ts';
import { isBulk } from './write/bulk-methods.ts';
import { isNameless, nameless } from './write/writable.ts';

/** Plan what an action does with records. */
export function planAction(
  { method, action, isCollection, isInherited }: PlannedAction,
  Class: ResourceStatics & (new () => object),
): ResourceAction {
  const isPost = action === 'postAction';
  const many = isCollection && BULK_METHODS.has(method) && isBulk(Class, method.toLowerCase());
  const writes = (isPost || CHANGES.has(action)) && isInherited;
  const { declaresListQuery = false } = Class;
  return {
    method,
    action,
    openQuery: isCollection && (many || action === 'getAction') && declaresListQuery,
    openInclude: !many && declaresListQuery && hasParameters(Class, method),
    isList: isCollection && declaresListQuery && LISTS.has(action),
    bulk: isPost && isBulk(Class, 'post'),
    isBulkWrite: many,
    readOnlyMembers: !many && writes && !isPost ? (inheritsShow(Class) ? 'columns' : 'any') : undefined,
    operations: writes ? operationsOf(action, Class) : [],
    writes,
  };
}

/** Methods that `static bulk` gives to a collection. */
export function bulkCollection(Class: ResourceStatics): string[] {
  return [...BULK_METHODS].filter((method) => isBulk(Class, method.toLowerCase()));
}

/**
 * Refuse an action of the base class whose body has a schema that does not say what it names: nothing of it can be mapped to columns.
 *
 * @throws {StartError} `E_LOGIC_BODY`
 */
export function checkNames(
  logic: CompiledAction | undefined,
  name: string,
  action: string,
  file: string | undefined,
): void {
  if (!isNameless(logic)) return;
  throw new StartError('E_LOGIC_BODY', `the logic "${name}": ${action} writes what a schema does not name`, {
    file,
    hint: nameless(name, action),
  });
}

// --- internal ---

const CHANGES: ReadonlySet<string> = new Set(['putAction', 'patchAction']);
const LISTS: ReadonlySet<string> = new Set(['getAction', 'queryAction']);
const BULK_METHODS: ReadonlySet<string> = new Set(['PATCH', 'DELETE']);
/** Methods whose answers have records, and whose query is not the body. */
const INCLUDING: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH']);

/** Whether requests about one record have parameters that the logic need not declare. */
function hasParameters({ include, softDelete }: ResourceStatics, method: string): boolean {
  return (include !== undefined && INCLUDING.has(method)) || (softDelete !== undefined && method === 'GET');
}

function operationsOf(action: string, { upsert = false }: ResourceStatics): ResourceAction['operations'] {
  if (action === 'postAction') return ['create'];
  return upsert && action === 'putAction' ? ['update', 'create'] : ['update'];
}
