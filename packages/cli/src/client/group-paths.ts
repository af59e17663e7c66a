import type { OpenApiDocument, Operation, Parameter, Reference } from '@rest-gen/openapi';
import { CliError } from '../errors.ts';
import { pascalCase, quote, takeName } from '../text.ts';

/** An operation of the document, and what it does. */
export interface ClientOperation {
  readonly method: string;
  readonly path: string;
  /** `list`, `get`, `query`, `create`, `replace`, `update`, `delete`, `updateMany`, `deleteMany`, or an own action. */
  readonly verb: string;
  readonly isOwn: boolean;
  readonly parameters: readonly Parameter[];
  readonly operation: Operation;
}

/** The paths of a controller with the same parents: the collection, its records, and own actions. */
export interface ResourcePaths {
  /** `v1/blog-post` */
  readonly controller: string;
  /** `V1BlogPost`, different for each controller: that of `CamelCase` and `camel_case` is the same otherwise. */
  readonly name: string;
  /** Parameters of its paths besides `id`. */
  readonly parents: readonly string[];
  readonly operations: ClientOperation[];
}

/**
 * Group the operations of a document by controller and parents, in the order of the document.
 *
 * @throws {CliError} `E_DOCUMENT` for a path that can lead to another host
 */
export function groupPaths(document: OpenApiDocument): ResourcePaths[] {
  const groups = new Map<string, ResourcePaths>();
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    checkPath(path);
    for (const [member, method] of Object.entries(METHODS)) {
      const operation = (item as Record<string, unknown>)[member] as Operation | undefined;
      const controller = operation?.tags?.[0];
      if (operation === undefined || controller === undefined) continue;
      const parents = namesIn(path).filter((name) => name !== 'id');
      const key = JSON.stringify([controller, [...parents].sort()]);
      const name = names.get(controller) ?? takeName(pascalCase(controller), used);
      names.set(controller, name);
      const group = groups.get(key) ?? { controller, name, parents, operations: [] };
      groups.set(key, group);
      const verb = verbOf(operation.operationId ?? '', method, controller);
      const found = { ...verb, method, path, operation, parameters: resolve(document, operation.parameters) };
      // Another path to the same records: the first one is used.
      const isKnown = group.operations.some((one) => one.verb === found.verb && isItem(one.path) === isItem(path));
      if (!isKnown) group.operations.push(found);
    }
  }
  return [...groups.values()];
}

export function isItem(path: string): boolean {
  return path.includes('{id}');
}

// --- internal ---

const METHODS = {
  get: 'GET',
  query: 'QUERY',
  'x-query': 'QUERY',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
} as const;

const VERBS: Readonly<Record<string, readonly string[]>> = {
  GET: ['list', 'get'],
  QUERY: ['query'],
  POST: ['create'],
  PUT: ['replace'],
  PATCH: ['updateMany', 'update'],
  DELETE: ['deleteMany', 'delete'],
};

/** `archiveIssue2` of the controller `issue` → `archive` */
function verbOf(operationId: string, method: string, controller: string): Pick<ClientOperation, 'verb' | 'isOwn'> {
  const name = pascalCase(controller);
  const known = VERBS[method]?.find((verb) => operationId.startsWith(`${verb}${name}`));
  if (known !== undefined) return { verb: known, isOwn: false };
  return { verb: operationId.slice(0, operationId.indexOf(name, 1)), isOwn: true };
}

function namesIn(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name as string);
}

function resolve({ components }: OpenApiDocument, list: readonly (Parameter | Reference)[] = []): Parameter[] {
  return list.flatMap((one) => {
    if (!('$ref' in one)) return one;
    return components?.parameters?.[one.$ref.slice('#/components/parameters/'.length)] ?? [];
  });
}

/**
 * Refuse a path of a document that can lead to something else than the service: the client adds it to the address of
 * the service, and sends its headers there.
 *
 * @throws {CliError} `E_DOCUMENT`
 */
function checkPath(path: string): void {
  const reason = whyForeign(path);
  if (reason === undefined) return;
  const hint =
    'Paths look like /post/{id}. Correct the document, or write it again: rest-gen openapi --out openapi.json';
  throw new CliError('E_DOCUMENT', `The path ${quote(path)} of the document ${reason}.`, hint);
}

function whyForeign(path: string): string | undefined {
  if (!path.startsWith('/')) return 'does not begin with "/"';
  // Such a path would name a host if the client has no `baseUrl`.
  if (path.startsWith('//')) return 'begins with "//", like the address of another host';
  // URLs have neither: `\` counts as a slash, and line breaks and tabs are removed.
  if (/[\\\p{Cc}]/u.test(path)) return 'has a backslash or a control character';
  if (/[?#]/.test(path)) return 'has a query or a fragment';
  return path.split('/').some((segment) => DOTS.test(segment)) ? 'has a segment "." or ".."' : undefined;
}

const DOTS = /^(?:\.|%2e){1,2}$/i;
