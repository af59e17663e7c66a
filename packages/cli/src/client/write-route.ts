import { keyOf, literal } from '../render.ts';
import { type ClientOperation, isItem } from './group-paths.ts';
import { answersFile } from './write-bodies.ts';

/**
 * Write the row of a resource in the table of routes.
 *
 * @param numbers - what `numbersOf` gives for a list with changes
 */
export function routeOf(
  operations: readonly ClientOperation[],
  hasItems: boolean,
  numbers: readonly string[] | undefined,
): string {
  const plain = operations.filter(({ isOwn }) => !isOwn);
  const item = plain.find(({ path }) => isItem(path))?.path;
  const first = plain.find(({ path }) => !isItem(path))?.path ?? item?.replace(/\/\{id\}$/, '') ?? operations[0]?.path;
  const actions = operations
    .filter(({ isOwn }) => isOwn)
    .map(
      (one) =>
        `${keyOf(actionName(one))}: ['${one.method}', ${literal(one.path)}, ${takesKey(one)}${answersFile(one) ? ', true' : ''}]`,
    );
  const isIdempotent = plain.some((one) => one.verb === 'create' && takesKey(one));
  return `${[
    `{ path: ${literal(String(first))}`,
    ...(hasItems ? [`item: ${literal(String(item))}`] : []),
    ...(isIdempotent ? ['idempotent: true'] : []),
    ...(plain.some((one) => one.verb === 'get' && answersFile(one)) ? ['file: true'] : []),
    ...(operations.some(canPlan) ? ['plan: true'] : []),
    ...(numbers ? [`changes: [${numbers.map(literal).join(', ')}]`] : []),
    ...(actions.length > 0 ? [`actions: { ${actions.join(', ')} }`] : []),
  ].join(', ')} }`;
}

/** The name of an own action as a method of the client. */
export function actionName({ verb, operation }: ClientOperation): string {
  return TAKEN.has(verb) || (verb === 'plan' && isCallable(operation)) ? `${verb}Action` : verb;
}

/** Whether plans reach an operation, and take its body: plans are JSON. */
export function canPlan(one: ClientOperation): boolean {
  const { content } = (one.operation.requestBody ?? {}) as { content?: Readonly<Record<string, unknown>> };
  return isCallable(one.operation) && !answersFile(one) && (content === undefined || 'application/json' in content);
}

export function takesKey({ parameters }: ClientOperation): boolean {
  return parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key');
}

// --- internal ---

/** The class has `static callable`. */
function isCallable(operation: ClientOperation['operation']): boolean {
  return operation['x-callable'] === true;
}

/** Names of methods that own actions cannot have. */
const TAKEN = new Set([
  'list',
  'query',
  'infiniteQuery',
  'recordQuery',
  'mutation',
  'get',
  'create',
  'createMany',
  'update',
  'replace',
  'delete',
  'updateWhere',
  'deleteWhere',
  'of',
]);
