import type { Schema } from '@rest-gen/openapi';
import { keyOf } from '../render.ts';
import { pascalCase } from '../text.ts';
import { type ClientOperation, isItem, type ResourcePaths } from './group-paths.ts';
import { answerType, bodyOf } from './write-bodies.ts';
import { listMethods, numbersOf, renameActions } from './write-list.ts';
import { hasChanges, writeParameters, writeQueryTypes } from './write-query-types.ts';
import { actionName, canPlan, routeOf, takesKey } from './write-route.ts';
import { type TypeWriter, typeName, unite } from './write-type.ts';

/** A resource of the client under its parents. */
export interface ClientResource {
  /** `IssueByProjectId`; the name of its interface, with the suffix `Resource`. */
  readonly name: string;
  /** Type of the parents: `{ project_id: number }`; `undefined` without. */
  readonly parents: string | undefined;
  readonly declarations: readonly string[];
  readonly methods: readonly string[];
  /** Its row in the table of routes. */
  readonly route: string;
  /** Its writes can be planned. */
  readonly hasPlans: boolean;
  /** Its list has changes. */
  readonly hasChanges: boolean;
}

export function writeResource(paths: ResourcePaths, types: TypeWriter): ClientResource {
  const { parents } = paths;
  const operations = renameActions(paths.operations);
  const suffix = parents.length === 0 ? '' : `By${parents.map(pascalCase).join('And')}`;
  const name = typeName(paths.name + suffix);
  const find = (verb: string) => operations.find((one) => one.verb === verb && !one.isOwn);
  const list = find('list');
  const numbers = list && hasChanges(list) ? numbersOf(list, types) : undefined;
  const queries = list && writeQueryTypes(list, name, find('query') !== undefined, types);
  const relation = queries?.declarations.some((text) => text.startsWith(`export type ${name}Relation `))
    ? `${name}Relation`
    : undefined;
  const declarations = [...(queries?.declarations ?? [])];
  const context = {
    name,
    declarations,
    types,
    relation,
    where: queries?.where,
    hasItems: operations.some(({ path, isOwn }) => isItem(path) && !isOwn),
  };
  const own = operations.flatMap((operation) => methodsOf(operation, context));
  const written = own.flatMap(writeName);
  const planned = operations
    .filter(canPlan)
    .flatMap((one) => methodsOf(one, { ...context, declarations: [] }).flatMap(writeName));
  const methods = [
    ...(list && queries ? listMethods(list, queries, types) : []),
    ...own,
    ...own.flatMap((method) => recordQuery(method) ?? []),
    ...(written.length === 0 ? [] : [mutation(name, written)]),
    ...(planned.length === 0 ? [] : [`readonly plan: Rest.Planned<${name}Resource, ${uniteNames(planned)}>;`]),
  ];
  return {
    name,
    parents: parents.length === 0 ? undefined : parentsType(paths, types),
    declarations,
    methods,
    route: routeOf(operations, context.hasItems, numbers),
    hasPlans: planned.length > 0,
    hasChanges: numbers !== undefined,
  };
}

// --- internal ---

interface MethodContext {
  readonly name: string;
  /** Receives the types of options. */
  readonly declarations: string[];
  readonly types: TypeWriter;
  readonly relation: string | undefined;
  readonly where: string | undefined;
  readonly hasItems: boolean;
}

/** `get(id: number): Promise<Issue>;` → `recordQuery(id: number): Rest.QueryOptions<Issue>;` */
function recordQuery(method: string): string | undefined {
  const [, parameters, result] = /^get(\(.*\)): Promise<(.*)>;$/s.exec(method) ?? [];
  return result === undefined ? undefined : `recordQuery${parameters}: Rest.QueryOptions<${result}>;`;
}

/** The name of a method that writes. */
function writeName(method: string): string[] {
  return /^(?!get\()\w+(?=\()/.exec(method) ?? [];
}

/** @param methods - those that write */
function mutation(name: string, methods: readonly string[]): string {
  return `mutation<M extends ${uniteNames(methods)}>(method: M, cache?: Rest.QueryCache): Rest.Mutation<${name}Resource[M]>;`;
}

function uniteNames(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ');
}

function methodsOf(operation: ClientOperation, context: MethodContext): string[] {
  const { name, declarations, types, relation, where, hasItems } = context;
  const { verb, isOwn, path } = operation;
  // `listMethods` has written them.
  if (!isOwn && (verb === 'list' || verb === 'query')) return [];
  const withId = isItem(path);
  const id = withId ? `id: ${idType(operation, types)}` : '';
  const record = answerType(operation, types);
  const target = withId ? `record: ${unite([idType(operation, types), record === 'unknown' ? 'object' : record])}` : '';
  const body = bodyOf(operation, types);
  const call = (base: string) => {
    const query = writeParameters(operation, relation, types);
    if (query === undefined) return `options?: Rest.${base}`;
    // An interface costs the compiler less than an intersection.
    const options = `${name}${pascalCase(verb)}Options`;
    declarations.push(`export interface ${options} extends Rest.${base} ${query}`);
    const isOptional = operation.parameters.every((parameter) => parameter.in !== 'query' || !parameter.required);
    return `options${isOptional ? '?' : ''}: ${options}`;
  };
  const method = (as: string, list: readonly string[], result: string) =>
    `${keyOf(as)}(${list.filter((one) => one !== '').join(', ')}): Promise<${result}>;`;
  if (isOwn) {
    const given = body === undefined ? 'body?: undefined' : `body${body.required ? '' : '?'}: ${body.type}`;
    return [
      method(
        actionName(operation),
        [target, given, call(takesKey(operation) ? 'ActionOptions' : 'WriteOptions')],
        record,
      ),
    ];
  }
  if (!withId && hasItems && verb === 'get') return [];
  switch (verb) {
    case 'get':
      return [method('get', [id, call('CallOptions')], record)];
    case 'create': {
      if (body === undefined) return [];
      const options = call(takesKey(operation) ? 'CreateOptions' : 'CallOptions');
      const one = method('create', [`values: ${body.type}`, options], record);
      const many = method('createMany', [`list: readonly ${body.type}[]`, options], `${record}[]`);
      return body.isBulk ? [one, many] : [one];
    }
    case 'update':
    case 'replace':
      return body === undefined
        ? []
        : [
            method(
              verb,
              [target, `${verb === 'update' ? 'changes' : 'values'}: ${body.type}`, call('WriteOptions')],
              record,
            ),
          ];
    case 'delete': {
      const known = withId ? `record: ${idType(operation, types)} | object` : '';
      return [method('delete', [known, call('WriteOptions')], 'void')];
    }
    case 'updateMany':
      return body === undefined || where === undefined
        ? []
        : [method('updateWhere', [`where: ${where}`, `changes: ${body.type}`, 'options: Rest.ManyOptions'], record)];
    case 'deleteMany':
      return where === undefined
        ? []
        : [method('deleteWhere', [`where: ${where}`, 'options: Rest.ManyOptions'], 'number')];
    default:
      return [];
  }
}

function idType({ parameters }: ClientOperation, types: TypeWriter): string {
  return types.write(parameters.find((one) => one.in === 'path' && one.name === 'id')?.schema as Schema, true);
}

function parentsType({ operations, parents }: ResourcePaths, types: TypeWriter): string {
  const all = operations[0]?.parameters.filter((one) => one.in === 'path') ?? [];
  const members = parents.map((name) => {
    return `${keyOf(name)}: ${types.write(all.find((one) => one.name === name)?.schema as Schema, true)}`;
  });
  return `{ ${members.join('; ')} }`;
}
