import type { Column } from '@rest-gen/router';
import { pascalCase } from '../names.ts';
import { comparedSchema, operatorSchemas, WHOLE } from '../schemas/column-schemas.ts';
import { declaredSchema, portablePattern } from '../schemas/declared-schema.ts';
import type { JsonValue, MediaType, RequestBody, Schema } from '../types.ts';
import { type OperationContext, takesList } from './context.ts';
import { filterFields, includeParameter, isReserved, listParameters, sortNames } from './list-parameters.ts';

/**
 * The body of a QUERY (RFC 10008): the parameters of the list as an object, with `static forms` also as a form, or what
 * the logic declares instead.
 */
export function queryBody(context: OperationContext): RequestBody {
  const { operation, controller, registry, schemaName, isRecent } = context;
  const declared = declaredSchema(operation.logic, 'body');
  const schema = declared ?? (takesList(context) ? listSchema(context) : {});
  const kept = registry.addQuerySchema(`${schemaName}Query`, schema, isRecent);
  const example = declared === undefined && takesList(context) ? exampleOf(context) : undefined;
  const media = (): MediaType => ({ schema: { ...kept }, ...(example && { example }) });
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

/** One schema for all lists of the class: the router takes a filter of what the path sets, too. */
function listSchema(context: OperationContext): Schema {
  const { registry, schemaName, record, isRecent } = context;
  const own = [...includeParameter(context), ...listParameters(context)].map(
    ({ name, schema, description }): Property => [name, { description, ...schema }],
  );
  if (record.columns === undefined) return { type: 'object', properties: Object.fromEntries(own) };
  const { equal, operators } = filterSchemas(context);
  const filter: Schema = {
    type: 'object',
    properties: Object.fromEntries([['or', listOf({ $ref: '#' }, context)], ...equal]),
    patternProperties: Object.fromEntries(operators),
    minProperties: 1,
    additionalProperties: false,
  };
  const or = listOf({ ...registry.addQuerySchema(`${schemaName}Filter`, filter, isRecent) }, context);
  return {
    type: 'object',
    properties: Object.fromEntries([...own, ['or', or], ...equal]),
    patternProperties: filter.patternProperties,
    additionalProperties: false,
  };
}

interface FilterSchemas {
  /** `views` */
  readonly equal: readonly Property[];
  /** `views[gte]`, as in a query string; as patterns of names, for each field has a dozen. */
  readonly operators: readonly Property[];
}

function filterSchemas(context: OperationContext): FilterSchemas {
  const { registry, isRecent } = context;
  const share = ({ component, schema }: Comparison): Schema =>
    component === undefined ? schema : { ...registry.addQuerySchema(component, schema, isRecent) };
  const equal: Property[] = [];
  const operators = new Map<string, { names: Set<string>; words: Set<string>; schema: Schema }>();
  for (const { name, type } of filterFields(context)) {
    const comparisons = comparisonsOf(type);
    if (comparisons.equal !== undefined && !isReserved(name, context)) equal.push([name, share(comparisons.equal)]);
    for (const comparison of comparisons.operators) {
      const schema = share(comparison);
      const key = comparison.operator === 'null' ? 'null' : `${type} ${JSON.stringify(schema)}`;
      const kept = operators.get(key) ?? { names: new Set(), words: new Set(), schema };
      kept.names.add(literal(name));
      kept.words.add(comparison.operator);
      operators.set(key, kept);
    }
  }
  const written = Array.from(operators.values(), ({ names, words, schema }): Property => {
    return [`^(?:${[...names].join('|')})\\[(?:${[...words].join('|')})\\]$`, schema];
  });
  return { equal, operators: written };
}

/** Lists of filters of which one has to hold, in each other too. */
function listOf(items: Schema, { record }: OperationContext): Schema {
  return {
    description:
      'Filters of which one has to hold; at most 3 lists in each other. All filters of a request may have 200 conditions.',
    type: 'array',
    items,
    minItems: 1,
    examples: [[{ [`${record.columns?.[0]?.name}[null]`]: false }]],
  };
}

/** A whole one would have every operator of every field. */
function exampleOf(context: OperationContext): Readonly<Record<string, JsonValue>> {
  const [field] = sortNames(context);
  const [filter] = filterFields(context);
  return {
    ...(filter && { [`${filter.name}[null]`]: false }),
    ...(field !== undefined && { sort: [`-${field}`] }),
    pageSize: 1,
  };
}

/** A name as a part of a pattern. */
function literal(name: string): string {
  return portablePattern(name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
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
