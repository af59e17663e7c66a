import { compileLogic, type Logic } from '@rest-gen/logic';
import {
  type Column,
  type ColumnType,
  type ControllerDescription,
  type ControllerStatics,
  DataError,
  type ModelProvider,
  type OperationDescription,
  type PathDescription,
  type RelationDescription,
  type ServiceDescription,
} from '@rest-gen/router';
import {
  createOpenApi,
  type OpenApiDocument,
  type OpenApiOptions,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from '../src/index.ts';
import { resolveReference } from '../src/schemas/resolve-reference.ts';

export const info = { title: 'Test', version: '1.0.0' };

/** How a controller differs from the generated base class. */
export interface Given {
  readonly logic?: Logic;
  readonly statics?: ControllerStatics;
  readonly overridesShow?: boolean;
  readonly addsValues?: boolean;
  readonly hooks?: ControllerDescription['hooks'];
  readonly deprecated?: Date | boolean;
  readonly sunset?: Date;
  readonly relations?: readonly RelationDescription[];
  readonly policy?: ControllerDescription['policy'];
  /** Actions that the controller overrides. */
  readonly own?: readonly string[];
}

const COLLECTION: readonly string[] = ['GET', 'QUERY', 'POST'];
const METHODS = ['GET', 'QUERY', 'POST', 'PATCH', 'DELETE'] as const;

/** Describe a controller with every action of the generated base class. */
export function controller(name: string, given: Given = {}): ControllerDescription {
  const { logic, statics = {}, own = [], overridesShow = false, hooks = [], relations = [] } = given;
  const { deprecated = false, sunset, policy } = given;
  const compiled = logic && compileLogic(logic);
  const lists = Array.isArray(statics.bulk) ? (statics.bulk as string[]) : [];
  const operation = (method: OperationDescription['method'], isItem: boolean): OperationDescription => {
    const action = `${method.toLowerCase()}Action`;
    return {
      method,
      action,
      isInherited: !own.includes(action),
      logic: compiled?.action(action),
      takesBody: !['GET', 'DELETE'].includes(method),
      isList: !isItem && (method === 'GET' || method === 'QUERY'),
      isBulk: method === 'POST' && (statics.bulk === true || lists.includes('post')),
      isMany: !isItem && lists.includes(method.toLowerCase()),
      idempotent: method === 'POST' ? (statics.idempotent ?? false) : false,
      deprecated,
      sunset,
      answerHeaders: {},
      parameters: [],
    };
  };
  return {
    name,
    table: name,
    file: undefined,
    logicFile: undefined,
    statics,
    describeTable: (stored) => stored,
    overridesShow,
    addsValues: given.addsValues ?? false,
    isUnresolved: false,
    hooks,
    policy,
    relations,
    collection: METHODS.filter((method) => COLLECTION.includes(method) || lists.includes(method.toLowerCase())).map(
      (method) => operation(method, false),
    ),
    actions: new Map(),
    item: (['GET', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => operation(method, true)),
  };
}

/** `path('post', '/post/{id}', { id: '^\\d+$' })` */
export function path(name: string, template: string, patterns: Readonly<Record<string, string>> = {}): PathDescription {
  const parameters = [...template.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter as string,
    pattern: patterns[parameter as string],
    isMultiSegment: false,
  }));
  const isItem = parameters.some((parameter) => parameter.name === 'id');
  return { controller: name, template, parameters, isItem, example: template.replace(/\{\w+\}/g, '1') };
}

/** Describe a service with one rule for each path. */
export function service(
  paths: readonly PathDescription[],
  controllers: readonly ControllerDescription[],
  more: Partial<ServiceDescription> = {},
): { describe(): ServiceDescription } {
  const rules = paths.map((one, index) => ({
    number: String(index + 1),
    text: one.template,
    file: undefined,
    paths: [one],
    opaque: undefined,
  }));
  const limits = {
    body: 102_400,
    depth: 64,
    keys: 1_000,
    items: 1_000,
    path: 2_048,
    segment: 255,
    headers: 1_000,
    query: 100,
    answer: 10_485_760,
    memory: 100_000_000,
  };
  const described: ServiceDescription = {
    rules,
    controllers: new Map(controllers.map((one) => [one.name, one])),
    model: undefined,
    limits,
    securitySchemes: {},
    hasEnvelope: false,
    prefix: '',
    hasOnError: false,
    problemType: () => 'about:blank',
    ...more,
  };
  return { describe: () => described };
}

/** Tables by name: column → type, with `?` if it is nullable. */
export type Tables = Readonly<Record<string, Readonly<Record<string, ColumnType | `${ColumnType}?`>>>>;

/** A store that can only describe its tables. */
export function store(tables: Tables): ModelProvider {
  const describe = async (name: string) => {
    const table = tables[name];
    if (table === undefined) throw new DataError('no_table', `There is no table ${name}.`);
    const columns = Object.entries(table).map(([column, type]): [string, Column] => [
      column,
      { name: column, type: type.replace('?', '') as ColumnType, nullable: type.endsWith('?'), hasDefault: false },
    ]);
    return { name, primaryKey: ['id'], columns: new Map(columns) };
  };
  return { repository: (name: string) => ({ describe: () => describe(name) }) } as unknown as ModelProvider;
}

/** The document of one controller at `/post` and `/post/{id}`. */
export function documentOf(
  given: Given = {},
  tables: Tables = {},
  options: Partial<OpenApiOptions> = {},
): Promise<OpenApiDocument> {
  const paths = [path('post', '/post'), path('post', '/post/{id}', { id: '^\\d+$' })];
  return createOpenApi(service(paths, [controller('post', given)], { model: store(tables) }), { info, ...options });
}

/** The operation `GET /post/{id}` of a document, with its references resolved. */
export function operation(document: OpenApiDocument, line: string): Operation {
  const [method = '', template = ''] = line.split(' ');
  const item = document.paths[template];
  const found = method === 'QUERY' ? (item?.query ?? item?.['x-query']) : item?.[method.toLowerCase() as 'get'];
  if (found === undefined) throw new Error(`There is no ${line}.`);
  const { parameters, responses, ...rest } = found as Operation;
  const answers = Object.entries(responses).map(([status, answer]) => {
    const { headers, ...plain } = answer as Response;
    const shown = headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, followed(document, one)])),
    };
    return [status, { ...plain, ...shown }];
  });
  const shown = parameters && { parameters: parameters.map((one) => followed(document, one) as Parameter) };
  return { ...rest, ...shown, responses: Object.fromEntries(answers) };
}

function followed(document: OpenApiDocument, value: object): unknown {
  return '$ref' in value ? resolveReference(String(value.$ref), document) : value;
}

/** The properties of a schema, if any. */
export function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  return (schema?.properties ?? {}) as Record<string, Schema>;
}
