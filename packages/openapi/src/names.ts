import type { OperationDescription, PathDescription } from '@rest-gen/router';

/** Unique names: the second `Post` is `Post2`. */
export class Names {
  readonly #taken = new Set<string>();

  /** @param candidates - tried in order; the last one with a number when all are taken */
  take(...candidates: readonly string[]): string {
    const free = candidates.find((name) => !this.#taken.has(name)) ?? this.#number(candidates.at(-1) as string);
    this.#taken.add(free);
    return free;
  }

  #number(name: string): string {
    let number = 2;
    while (this.#taken.has(`${name}${number}`)) number += 1;
    return `${name}${number}`;
  }
}

/** `v1/blog-post` → `V1BlogPost` */
export function pascalCase(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('');
}

/** `v1/blog-post` → `blog post` */
export function titleOf(controller: string): string {
  return controller.slice(controller.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ');
}

/**
 * Name an operation by its verb and controller: `listPost`, `getV1User`.
 *
 * If the name is taken, the parents in the URL are added: `listCommentByPostId`. So a rule that is added at the end
 * changes no name, if its path has no fewer parents.
 */
export function nameOperation(names: Names, operation: OperationDescription, path: PathDescription): string {
  const [verb, ...words] = verbOf(operation, path).split(' ');
  const name = `${verb}${words.map(pascalCase).join('')}${pascalCase(path.controller)}`;
  const parents = path.parameters
    .filter((parameter) => parameter.name !== 'id')
    .map((parameter) => pascalCase(parameter.name));
  return parents.length === 0 ? names.take(name) : names.take(name, `${name}By${parents.join('And')}`);
}

/** The verb of an operation: `list`, `create`, `update many`; an action of one's own is its own verb, `archive`. */
export function verbOf(
  { method, isList, isMany }: Pick<OperationDescription, 'method' | 'isList' | 'isMany'>,
  { action }: Pick<PathDescription, 'action'>,
): string {
  if (action !== undefined) return action.replace(/Action$/, '');
  if (isMany) return `${VERBS[method]} many`;
  return method === 'GET' && isList ? 'list' : VERBS[method];
}

// --- internal ---

const VERBS: Readonly<Record<OperationDescription['method'], string>> = {
  GET: 'get',
  QUERY: 'query',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};
