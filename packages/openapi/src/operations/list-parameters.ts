import type { Column } from '@rest-gen/router';
import { comparedSchema } from '../schemas/column-schemas.ts';
import type { Schema } from '../types.ts';
import { type OperationContext, pathNames } from './context.ts';

/** A parameter of a list, in the query of a GET or the body of a QUERY. */
export interface ListParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly description: string;
  /** Takes several values, separated by commas. */
  readonly hasCommas?: boolean;
}

/** The parameters of `this.list()`: pages, order, fields, and filters for every visible column. */
export function listParameters(context: OperationContext): ListParameter[] {
  const { columns } = context.record;
  const fixed = pathNames(context);
  return [
    ...pages(context),
    ...(columns === undefined ? [] : [sort(columns), fields(columns)]),
    // The path sets the parent already.
    ...(columns ?? []).filter(({ name }) => !fixed.has(name)).flatMap(filters),
  ];
}

// --- internal ---

const RESERVED: ReadonlySet<string> = new Set(['page', 'after', 'pageSize', 'sort', 'fields']);
/** Maximum number of values of `in` or `nin`. */
const MOST_VALUES = 1_000;

const COMPARISONS: readonly (readonly [operator: string, meaning: string])[] = [
  ['eq', 'equal to'],
  ['ne', 'null or other than'],
  ['gt', 'greater than'],
  ['gte', 'greater than or equal to'],
  ['lt', 'less than'],
  ['lte', 'less than or equal to'],
];

function pages({ controller }: OperationContext): ListParameter[] {
  const { pageSize = 20, maxPageSize = 100 } = controller.statics;
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
      description: `Records of a page; ${Math.min(pageSize, maxPageSize)} without it. Of lines (application/x-ndjson) the number of all, without a limit.`,
    },
  ];
}

function sort(columns: readonly Column[]): ListParameter {
  const sorted = columns.filter(({ type }) => type !== 'json').map(({ name }) => name);
  return {
    name: 'sort',
    schema: {
      type: 'array',
      items: { type: 'string', enum: sorted.flatMap((name) => [name, `-${name}`]) },
      minItems: 1,
      allOf: sorted.map((name) => ({ contains: { enum: [name, `-${name}`] }, minContains: 0, maxContains: 1 })),
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

function filters(column: Column): ListParameter[] {
  const { name } = column;
  // Brackets in a name would be read as an operator.
  if (/[[\]]/.test(name)) return [];
  const value = comparedSchema(column);
  const isNull: ListParameter = {
    name: `${name}[null]`,
    schema: { type: 'boolean' },
    description: `Records whose \`${name}\` is null, or is not.`,
  };
  if (value === undefined) return [isNull];
  const list = { type: 'array', items: value, minItems: 1, maxItems: MOST_VALUES };
  return [
    ...(RESERVED.has(name) ? [] : [{ name, schema: value, description: `Records whose \`${name}\` is this.` }]),
    ...COMPARISONS.map(([operator, meaning]) => ({
      name: `${name}[${operator}]`,
      schema: value,
      description: `Records whose \`${name}\` is ${meaning} this.`,
    })),
    { name: `${name}[in]`, schema: list, description: `Records whose \`${name}\` is one of these.` },
    { name: `${name}[nin]`, schema: list, description: `Records whose \`${name}\` is none of these.` },
    isNull,
  ];
}
