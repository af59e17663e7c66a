import { pascalCase } from '../names.ts';
import { comparedSchema, deepObjectSchema, operatorSchemas } from '../schemas/column-schemas.ts';
import type { Parameter, Reference, Schema } from '../types.ts';
import type { ListParameter, OperationContext } from './context.ts';
import {
  deletedParameter,
  type FilterField,
  filterFields,
  includeParameter,
  isReserved,
  listParameters,
  searchParameter,
} from './list-parameters.ts';
import { type SectionField, sectionFields } from './section-fields.ts';

/** The query parameters of an operation: those its logic declares, `include`, then those of a list. */
export function queryParameters(context: OperationContext): (Parameter | Reference)[] {
  const { operation } = context;
  const declared = sectionFields(context, 'query');
  const isQuery = operation.method === 'QUERY';
  const isList = operation.isList && !isQuery;
  const fields =
    isList || operation.isMany ? filterFields(context).flatMap((field) => filters(field, declared, context)) : [];
  const filtered = new Set(fields.map(({ name }) => name));
  const own = Array.from(declared, ([name, { schema, required, notice }]): Parameter => {
    return { name, in: 'query', ...(required && { required }), ...notice, schema };
  }).filter(({ name }) => !filtered.has(name));
  const others = [
    ...(isQuery ? [] : includeParameter(context)),
    ...(isList ? listParameters(context) : isQuery ? [] : deletedParameter(context)),
    ...(operation.isMany ? searchParameter(context) : []),
  ].filter(({ name }) => !declared.has(name));
  return [
    ...own,
    ...others.map((one) => context.registry.addParameter(inQuery(one), componentName(one, context))),
    ...fields.map((parameter) => context.registry.addParameter(parameter)),
    ...operation.parameters.filter((one) => one.in === 'query').map((one): Parameter => ({ ...one })),
  ];
}

// --- internal ---

function inQuery({ name, schema, description, hasCommas = false }: ListParameter): Parameter {
  return { name, in: 'query', description, ...(hasCommas && { style: 'form', explode: false }), schema };
}

/** A parameter that lists fields has its own component for each resource: `PostSort`. */
function componentName({ name, hasCommas = false }: ListParameter, { schemaName }: OperationContext): string {
  return hasCommas || name === 'q' ? `${schemaName}${pascalCase(name)}` : name;
}

/**
 * One parameter for a field: `views=5`, or `views[gte]=5` by `deepObject`. The logic may say which values it equals.
 */
function filters(
  field: FilterField,
  declared: ReadonlyMap<string, SectionField>,
  context: OperationContext,
): Parameter[] {
  const { name, type } = field;
  if (isReserved(name, context)) return operators(field);
  const { schema: value = comparedSchema(field), required = false, notice } = declared.get(name) ?? {};
  if (declared.has(name) && !isScalar(value)) return [];
  const comparisons = context.registry.addSchema(`${pascalCase(type)}Filter`, deepObjectSchema(field));
  const description =
    value === undefined
      ? `Filter: \`${name}[null]=…\`.`
      : `Filter: a value, or operators, \`${name}[${type === 'string' ? 'contains' : 'gte'}]=…\`.`;
  const schema = value === undefined ? { ...comparisons } : { anyOf: [value, comparisons] };
  return [
    {
      name,
      in: 'query',
      description,
      ...(required && { required }),
      ...notice,
      style: 'deepObject',
      explode: true,
      schema,
    },
  ];
}

function isScalar(schema: Schema | undefined): boolean {
  const types = [schema?.type ?? (schema?.enum ? 'string' : 'array')].flat();
  return !types.includes('array') && !types.includes('object');
}

/** A column `sort` cannot share the name of the parameter `sort`: its filters are `sort[eq]`, `sort[gte]`. */
function operators({ name, type }: FilterField): Parameter[] {
  return Object.entries(operatorSchemas({ type })).map(([operator, { description, ...schema }]): Parameter => {
    const isList = schema.type === 'array' && { style: 'form', explode: false };
    return { name: `${name}[${operator}]`, in: 'query', description: String(description), ...isList, schema };
  });
}
