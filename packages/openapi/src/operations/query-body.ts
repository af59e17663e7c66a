import { pascalCase } from '../names.ts';
import { ANY_TEXT, comparedSchema, WHOLE } from '../schemas/column-schemas.ts';
import { operatorSchemas } from '../schemas/filter-schemas.ts';
import type { MediaType, RequestBody, Schema } from '../types.ts';
import { type OperationContext, takesList } from './context.ts';
import { includeParameter } from './include-parameter.ts';
import { filterFields } from './list-filters.ts';
import { isReserved, listParameters } from './list-parameters.ts';

/** The body of a QUERY (RFC 10008): the parameters of the list as an object, with `static forms` also as a form, or what the logic declares instead. */
export function queryBody(context: OperationContext): RequestBody {
  const { operation, controller, registry, schemaName } = context;
  const declared = operation.logic?.toJSONSchema('body', { blank: false });
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

function listSchema(context: OperationContext): Schema {
  const parameters = [...includeParameter(context), ...listParameters(context)];
  const filters = filterSchemas(context);
  const known = context.record.columns !== undefined;
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { description, ...schema }])),
      ...(known && { or: alternatives(filters, context) }),
      ...filters,
    },
    ...(known && { additionalProperties: false }),
  };
}

/** Lists of filters of which one has to hold, in each other too. */
function alternatives(filters: Record<string, Schema>, { registry, schemaName, record }: OperationContext): Schema {
  const listOf = (items: Schema): Schema => ({
    description: 'Filters of which one has to hold; at most 3 lists in each other, and 50 comparisons in all of them.',
    type: 'array',
    items,
    minItems: 1,
    examples: [[{ [`${record.columns?.[0]?.name}[null]`]: false }]],
  });
  const filter: Schema = {
    type: 'object',
    properties: { or: listOf({ $ref: '#' }), ...filters },
    minProperties: 1,
    additionalProperties: false,
  };
  return listOf({ ...registry.addSchema(`${schemaName}Filter`, filter) });
}

/** `views` and `views[gte]`, as in a query string, by name. */
function filterSchemas(context: OperationContext): Record<string, Schema> {
  const { registry } = context;
  const entries = filterFields(context).flatMap((field): [name: string, schema: Schema][] => {
    const { name, type } = field;
    const share = (schema: Schema): Schema => {
      const suffix = schema.type === 'array' ? 'Values' : 'Value';
      return schema.type === 'boolean'
        ? schema
        : { ...registry.addSchema(`${pascalCase(type)}${suffix}`, inBody(schema)) };
    };
    const equal = isReserved(name, context) ? undefined : comparedSchema(field);
    const operators = Object.entries(operatorSchemas(field)).map(([operator, { description: _, ...schema }]) => {
      return [`${name}[${operator}]`, share(schema)] as [string, Schema];
    });
    return equal === undefined ? operators : [[name, share(equal)], ...operators];
  });
  return Object.fromEntries(entries);
}

/** JSON allows more than query strings: strings compare with numbers, and a list may be a single value. */
function inBody(schema: Schema): Schema {
  if (schema.type !== 'array') return looser(schema);
  const item = looser(schema.items as Schema);
  return { anyOf: [item, { ...schema, items: item }] };
}

const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** Pattern of a string → the other JSON types that can express it. Not as a list of types: kubb calls itself without end for one. */
const LOOSER: Readonly<Record<string, readonly Schema[]>> = {
  [ANY_TEXT]: [{ type: 'number', ...EXACT }, { type: 'boolean' }],
  [WHOLE]: [{ type: 'integer', ...EXACT }],
};

function looser(schema: Schema): Schema {
  const others = schema.maxLength === undefined ? LOOSER[String(schema.pattern)] : undefined;
  return others === undefined ? schema : { anyOf: [schema, ...others] };
}
