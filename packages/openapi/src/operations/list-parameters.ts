import type { Column } from '@rest-gen/router';
import type { Schema } from '../types.ts';
import type { OperationContext } from './context.ts';
import { sortNames } from './list-filters.ts';

/** A parameter of a list that is not a filter, in the query of a GET or the body of a QUERY. */
export interface ListParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly description: string;
  /** Takes several values, separated by commas. */
  readonly hasCommas?: boolean;
}

/** Whether a name is not that of a filter: `include`, `q` and `deleted` are not only where the class has relations, `static search` or `static softDelete`. */
export function isReserved(name: string, { controller }: OperationContext): boolean {
  if (name === 'include') return controller.relations.length > 0;
  if (name === 'deleted') return controller.statics.softDelete !== undefined;
  return name === 'q' ? hasSearch(controller) : RESERVED.has(name);
}

/** The parameters of `this.list()` besides filters: words, pages, order and fields. */
export function listParameters(context: OperationContext): ListParameter[] {
  const { columns } = context.record;
  return [
    ...searchParameter(context),
    ...deletedParameter(context),
    ...pages(context),
    ...(columns === undefined ? [] : [sort(sortNames(context)), fields(columns)]),
  ];
}

/** The parameter `q`, where the class has `static search`. */
export function searchParameter({ controller }: OperationContext): ListParameter[] {
  if (!hasSearch(controller)) return [];
  const { search: names = [] } = controller.statics;
  const description = `Words, each of which one of these fields has to contain: ${names.map((name) => `\`${name}\``).join(', ')}.`;
  return [{ name: 'q', schema: { type: 'string', maxLength: 200 }, description }];
}

/** The parameter `deleted` of reads, where the class has `static softDelete`. */
export function deletedParameter({ operation, controller }: OperationContext): ListParameter[] {
  const { method, isInherited, isList } = operation;
  const isRead = isList || (isInherited && method === 'GET');
  if (!isRead || controller.statics.softDelete === undefined) return [];
  const description = '`true`: deleted records in place of the others, for those who may delete them.';
  return [{ name: 'deleted', schema: { type: 'boolean' }, description }];
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
