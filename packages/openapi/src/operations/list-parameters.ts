import type { Column, RelationDescription } from '@rest-gen/router';
import { AGGREGATES, aggregateParameters, resultNames } from './aggregate-parameters.ts';
import { type ListParameter, type OperationContext, pathNames } from './context.ts';

/**
 * Whether a name is not that of a filter: `include`, `q`, `deleted` and `group` are not only where the class has
 * relations, `static search`, `static softDelete` or `static aggregate`.
 */
export function isReserved(name: string, { controller }: OperationContext): boolean {
  if (name === 'include') return controller.relations.length > 0;
  if (name === 'deleted') return controller.statics.softDelete !== undefined;
  if (AGGREGATES.includes(name)) return (controller.statics.aggregate ?? []).length > 0;
  return name === 'q' ? hasSearch(controller) : RESERVED.has(name);
}

/** The parameters of `this.list()` besides filters: words, groups, pages, order and fields. */
export function listParameters(context: OperationContext): ListParameter[] {
  const { columns } = context.record;
  return [
    ...searchParameter(context),
    ...deletedParameter(context),
    ...pages(context),
    ...(columns === undefined
      ? []
      : [sort([...new Set([...sortNames(context), ...resultNames(context)])]), fields(columns)]),
    ...aggregateParameters(context),
  ];
}

/** The parameter `q`, where the class has `static search`. */
export function searchParameter({ controller }: OperationContext): ListParameter[] {
  if (!hasSearch(controller)) return [];
  const { search: names = [] } = controller.statics;
  const description = `Words, each of which one of these fields has to contain: ${names.map((name) => `\`${name}\``).join(', ')}.`;
  return [{ name: 'q', schema: { type: 'string', maxLength: 200 }, description }];
}

/** The parameter `deleted` of GET, if the class has `static softDelete`. */
export function deletedParameter({ operation, controller }: OperationContext): ListParameter[] {
  const { method, isInherited, isList } = operation;
  const isRead = isList || (isInherited && method === 'GET');
  if (!isRead || controller.statics.softDelete === undefined) return [];
  const description = '`true`: deleted records in place of the others, for those who may delete them; else 401 or 403.';
  return [{ name: 'deleted', schema: { type: 'boolean' }, description }];
}

/** The parameter `include` of an operation that answers with records of a class with `static include`; else none. */
export function includeParameter({ operation, controller }: OperationContext): ListParameter[] {
  const { method, isInherited, isList, isMany } = operation;
  const isKnown = isList || (isInherited && method !== 'DELETE' && !isMany);
  if (!isKnown || controller.relations.length === 0) return [];
  return [
    {
      name: 'include',
      schema: { type: 'array', items: { type: 'string', enum: pathsOf(controller.relations) }, minItems: 1 },
      description: 'Related records to show with each record; none without it.',
      hasCommas: true,
    },
  ];
}

/** A field that a list can be filtered by. */
export type FilterField = Pick<Column, 'name' | 'type'>;

/**
 * The fields that a list can be filtered by: visible columns, fields of related records (`author.name`), numbers of
 * records.
 */
export function filterFields(context: OperationContext): FilterField[] {
  const { record, controller, operation } = context;
  // The path sets the parent already. The body of QUERY is the same for all lists of a class.
  const fixed = operation.method === 'QUERY' ? new Set() : pathNames(context);
  const own = (record.columns ?? []).filter(({ name }) => !fixed.has(name));
  // Brackets in a name would be parsed as an operator.
  return [...own, ...relatedFields(controller.relations, false)].filter(
    ({ name }) => !/[[\]]/.test(name) && isAllowed(name, controller.statics.filterable, record),
  );
}

/** The names of the fields that a list can be sorted by: a list of related records has no order. */
export function sortNames({ record, controller }: OperationContext): string[] {
  return [...(record.columns ?? []), ...relatedFields(controller.relations, true)]
    .filter(({ name, type }) => type !== 'json' && isAllowed(name, controller.statics.sortable, record))
    .map(({ name }) => name);
}

// --- internal ---

const RESERVED: ReadonlySet<string> = new Set(['page', 'after', 'pageSize', 'sort', 'fields']);

const OF_LINES = ' Of lines (application/x-ndjson) the number of all, without a limit.';

function hasSearch({ statics }: OperationContext['controller']): boolean {
  return (statics.search ?? []).length > 0;
}

function pages({ controller }: OperationContext): ListParameter[] {
  const { pageSize = 20, maxPageSize = 100, lines = false } = controller.statics;
  return [
    {
      name: 'page',
      schema: { type: 'integer', minimum: 1, maximum: Math.floor(Number.MAX_SAFE_INTEGER / maxPageSize) },
      description: 'Number of the page; `X-Total-Count` tells the number of all records. Not together with `after`.',
    },
    {
      name: 'after',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$', maxLength: 4_000 },
      description:
        'Place behind which the list goes on: take it from the link `next` of an answer, with the same `sort`.',
    },
    {
      name: 'pageSize',
      schema: { type: 'integer', minimum: 1, maximum: maxPageSize },
      description: `Records of a page; ${Math.min(pageSize, maxPageSize)} without it.${lines ? OF_LINES : ''}`,
    },
  ];
}

function sort(names: readonly string[]): ListParameter {
  return {
    name: 'sort',
    schema: {
      type: 'array',
      items: { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) },
      minItems: 1,
    },
    description: 'Fields of the order, each once; `-` before a name means downwards.',
    hasCommas: true,
  };
}

function fields(columns: readonly Column[]): ListParameter {
  return {
    name: 'fields',
    schema: { type: 'array', items: { type: 'string', enum: columns.map(({ name }) => name) }, minItems: 1 },
    description: 'Fields of each record; all without it.',
    hasCommas: true,
  };
}

/** `author`, `comments`, `comments.author` */
function pathsOf(relations: readonly RelationDescription[]): string[] {
  return relations.flatMap(({ name, relations: inner }) => [name, ...pathsOf(inner).map((path) => `${name}.${path}`)]);
}

function relatedFields(relations: readonly RelationDescription[], isSort: boolean): FilterField[] {
  return relations.flatMap(({ name, kind, columns, relations: inner }): FilterField[] => {
    if (kind === 'count') return [{ name, type: 'integer' }];
    if (kind === 'many' && isSort) return [];
    const fields = [...columns, ...relatedFields(inner, isSort)];
    return fields.map((field) => ({ name: `${name}.${field.name}`, type: field.type }));
  });
}

/** The primary key always is: it finds a record anyway, and ends every order. */
function isAllowed(
  name: string,
  allowed: readonly string[] | undefined,
  { primaryKey }: OperationContext['record'],
): boolean {
  return allowed === undefined || allowed.includes(name) || primaryKey.includes(name);
}
