import { ANY_TEXT, WHOLE } from '../schemas/column-schemas.ts';
import type { RequestBody, Schema } from '../types.ts';
import { type OperationContext, takesList } from './context.ts';
import { type ListParameter, listParameters } from './list-parameters.ts';

/** The body of a QUERY (RFC 10008): the parameters of the list as an object or a form, or what the logic declares instead. */
export function queryBody(context: OperationContext): RequestBody {
  const { operation, registry, schemaName } = context;
  const declared = operation.logic?.toJSONSchema('body', { blank: false });
  const schema = declared ?? (takesList(context) ? listSchema(context) : {});
  const kept = registry.addSchema(`${schemaName}Query`, schema);
  return {
    required: true,
    content: {
      'application/json': { schema: { ...kept } },
      'application/x-www-form-urlencoded': { schema: { ...kept } },
    },
  };
}

// --- internal ---

function listSchema(context: OperationContext): Schema {
  const properties = listParameters(context).map((parameter) => [parameter.name, inBody(parameter)]);
  const known = context.record.columns !== undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(known && { additionalProperties: false }),
  };
}

/** JSON allows more than query strings: strings compare with numbers, and a list may be a single value. */
function inBody({ name, schema, description }: ListParameter): Schema {
  if (!/\[n?in\]$/.test(name)) return { description, ...looser(schema) };
  const item = looser(schema.items as Schema);
  return { description, anyOf: [item, { ...schema, items: item }] };
}

/** Pattern of a string → the JSON types that can express it. */
const LOOSER: Readonly<Record<string, readonly string[]>> = {
  [ANY_TEXT]: ['string', 'number', 'boolean'],
  [WHOLE]: ['string', 'integer'],
};

function looser(schema: Schema): Schema {
  const type = schema.maxLength === undefined ? LOOSER[String(schema.pattern)] : undefined;
  if (type === undefined) return schema;
  return { ...schema, type, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
}
