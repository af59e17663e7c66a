import type { Column } from '@rest-gen/router';
import { pascalCase } from '../names.ts';
import { comparedSchema, operatorSchemas, WHOLE } from '../schemas/column-schemas.ts';
import { declaredSchema } from '../schemas/declared-schema.ts';
import type { MediaType, RequestBody, Schema } from '../types.ts';
import { type OperationContext, takesList } from './context.ts';
import { filterFields, includeParameter, isReserved, listParameters } from './list-parameters.ts';

/**
 * The body of a QUERY (RFC 10008): the parameters of the list as an object, with `static forms` also as a form, or what
 * the logic declares instead.
 */
export function queryBody(context: OperationContext): RequestBody {
  const { operation, controller, registry, schemaName } = context;
  const declared = declaredSchema(operation.logic, 'body');
  const schema = declared ?? (takesList(context) ? listSchema(context) : {});
  const kept = registry.addSchema(`${schemaName}Query`, schema);
  const media = (): MediaType => ({ schema: { ...kept } });
  return {
    required: true,
    content: {
      'application/json': media(),
      ...(controller.statics.forms && { 'application/x-www-form-urlencoded': media() }),
    },
  };
}

// --- internal ---

type Property = [name: string, schema: Schema];

function listSchema(context: OperationContext): Schema {
  const parameters = [...includeParameter(context), ...listParameters(context)];
  const filters = filterSchemas(context);
  const known = context.record.columns !== undefined;
  const properties = [
    ...parameters.map(({ name, schema, description }): Property => [name, { description, ...schema }]),
    ...(known ? [['or', alternatives(filters, context)] satisfies Property] : []),
    ...filters,
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(known && { additionalProperties: false }),
  };
}

/** Lists of filters of which one has to hold, in each other too. */
function alternatives(filters: readonly Property[], { registry, schemaName, record }: OperationContext): Schema {
  const listOf = (items: Schema): Schema => ({
    description:
      'Filters of which one has to hold; at most 3 lists in each other. All filters of a request may have 200 conditions.',
    type: 'array',
    items,
    minItems: 1,
    examples: [[{ [`${record.columns?.[0]?.name}[null]`]: false }]],
  });
  const filter: Schema = {
    type: 'object',
    properties: Object.fromEntries([['or', listOf({ $ref: '#' })], ...filters]),
    minProperties: 1,
    additionalProperties: false,
  };
  return listOf({ ...registry.addSchema(`${schemaName}Filter`, filter) });
}

/** `views` and `views[gte]`, as in a query string, by name. */
function filterSchemas(context: OperationContext): Property[] {
  const { registry } = context;
  return filterFields(context).flatMap(({ name, type }): Property[] => {
    const share = ({ component, schema }: Comparison): Schema => {
      return component === undefined ? schema : { ...registry.addSchema(component, schema) };
    };
    const { equal, operators } = comparisonsOf(type);
    const compared = operators.map((one): Property => [`${name}[${one.operator}]`, share(one)]);
    return equal === undefined || isReserved(name, context) ? compared : [[name, share(equal)], ...compared];
  });
}

interface Comparison {
  readonly operator: string;
  /** `StringValue`; `undefined` for a schema that is written where it is used. */
  readonly component: string | undefined;
  readonly schema: Schema;
}

interface Comparisons {
  readonly equal: Comparison | undefined;
  readonly operators: readonly Comparison[];
}

/** Cached by the type of a column, because each resource has columns of the same types. */
const COMPARISONS = new Map<Column['type'], Comparisons>();

function comparisonsOf(type: Column['type']): Comparisons {
  const known = COMPARISONS.get(type);
  if (known !== undefined) return known;
  const components = new Map<string, Schema>();
  const comparison = (operator: string, { description: _, ...schema }: Schema): Comparison => {
    if (schema.type === 'boolean') return { operator, component: undefined, schema };
    const component = `${pascalCase(type)}${schema.type === 'array' ? 'Values' : 'Value'}`;
    const one = components.get(component) ?? inBody(schema);
    components.set(component, one);
    return { operator, component, schema: one };
  };
  const value = comparedSchema({ type });
  const comparisons = {
    equal: value && comparison('', value),
    operators: Object.entries(operatorSchemas({ type })).map(([operator, schema]) => comparison(operator, schema)),
  };
  COMPARISONS.set(type, comparisons);
  return comparisons;
}

/** JSON allows more than query strings: strings compare with numbers, and a list may be a single value. */
function inBody(schema: Schema): Schema {
  if (schema.type !== 'array') return looser(schema);
  const item = looser(schema.items as Schema);
  return { anyOf: [item, { ...schema, items: item }] };
}

const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** Any text. */
const TEXT = JSON.stringify(comparedSchema({ type: 'string' }));

/** The other JSON types that can express a string. Not as a list of types: kubb calls itself without end for one. */
function looser(schema: Schema): Schema {
  if (JSON.stringify(schema) === TEXT) return { anyOf: [schema, { type: 'number', ...EXACT }, { type: 'boolean' }] };
  return schema.pattern === WHOLE ? { anyOf: [schema, { type: 'integer', ...EXACT }] } : schema;
}
