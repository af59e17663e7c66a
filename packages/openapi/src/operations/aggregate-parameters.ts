import type { Column } from '@rest-gen/router';
import { shownSchema } from '../schemas/column-schemas.ts';
import type { Schema } from '../types.ts';
import type { ListParameter, OperationContext } from './context.ts';

type Described = Pick<OperationContext, 'controller' | 'record'>;

type Operation = 'sum' | 'avg' | 'min' | 'max';

const OPERATIONS: readonly { readonly name: Operation; readonly description: string }[] = [
  { name: 'sum', description: 'The sums of these columns in each group.' },
  { name: 'avg', description: 'The averages of these columns in each group.' },
  { name: 'min', description: 'The values of these columns that come first in each group.' },
  { name: 'max', description: 'The values of these columns that come last in each group.' },
];

/** The names of the parameters that ask for groups. */
export const AGGREGATES: readonly string[] = ['group', 'count', ...OPERATIONS.map(({ name }) => name)];

/** The parameters that ask for groups in place of records, where the class has `static aggregate`. */
export function aggregateParameters(context: Described): ListParameter[] {
  const columns = aggregateColumns(context);
  if (columns.length === 0) return [];
  return [
    list(
      'group',
      columns,
      'Groups in place of records: one for each combination of values of these columns. Like the results of groups, not together with `page`, `fields` and `include`; `sort` then names what the groups have.',
    ),
    { name: 'count', schema: { type: 'boolean', enum: [true] }, description: 'The number of records of each group.' },
    ...OPERATIONS.flatMap(({ name, description }) => {
      const some = columnsOf(name, columns);
      return some.length === 0 ? [] : [list(name, some, description)];
    }),
  ];
}

/** What groups are sorted by besides their columns: `count`, `sum.hours`. */
export function resultNames(context: Described): string[] {
  const columns = aggregateColumns(context);
  if (columns.length === 0) return [];
  return [
    'count',
    ...OPERATIONS.flatMap(({ name }) => columnsOf(name, columns).map((column) => `${name}.${column.name}`)),
  ];
}

/** The members of a group besides its columns. */
export function resultMembers(context: Described): Record<string, Schema> {
  const columns = aggregateColumns(context);
  if (columns.length === 0) return {};
  const results = OPERATIONS.flatMap(({ name }) => {
    const properties = columnsOf(name, columns).map((column) => [column.name, shownSchema(resultColumn(name, column))]);
    if (properties.length === 0) return [];
    const schema: Schema = { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
    return [[name, { ...schema, readOnly: true }] as const];
  });
  return { count: { type: 'integer', minimum: 0, readOnly: true }, ...Object.fromEntries(results) };
}

// --- internal ---

const NUMBERS: ReadonlySet<Column['type']> = new Set(['integer', 'bigint', 'decimal', 'double']);

function aggregateColumns({ controller, record }: Described): Column[] {
  const { aggregate = [] } = controller.statics;
  return (record.columns ?? []).filter(({ name }) => aggregate.includes(name));
}

function columnsOf(operation: Operation, columns: readonly Column[]): readonly Column[] {
  const isTotal = operation === 'sum' || operation === 'avg';
  return isTotal ? columns.filter(({ type }) => NUMBERS.has(type)) : columns;
}

/** A sum of integers may be a text, past 2^53. */
function resultColumn(operation: Operation, column: Column): Column {
  if (operation === 'avg') return { ...column, type: 'double', nullable: true };
  if (operation === 'sum' && column.type === 'integer') return { ...column, type: 'bigint', nullable: true };
  return { ...column, nullable: true };
}

function list(name: string, columns: readonly Column[], description: string): ListParameter {
  const items = { type: 'string', enum: columns.map((column) => column.name) };
  return { name, schema: { type: 'array', items, minItems: 1 }, description, hasCommas: true };
}
