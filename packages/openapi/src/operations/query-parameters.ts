import type { Parameter, Reference } from '../types.ts';
import type { OperationContext } from './context.ts';
import { type ListParameter, listParameters } from './list-parameters.ts';
import { sectionFields } from './section-fields.ts';

/** The query parameters of an operation: those its logic declares, then those of a list. */
export function queryParameters(context: OperationContext): (Parameter | Reference)[] {
  const { operation } = context;
  const declared = [...sectionFields(context, 'query')].map(([name, { schema, required }]): Parameter => {
    return { name, in: 'query', ...(required && { required }), schema };
  });
  if (!operation.isList || operation.method === 'QUERY') return declared;
  const names = new Set(declared.map(({ name }) => name));
  return [
    ...declared,
    ...listParameters(context)
      .filter(({ name }) => !names.has(name))
      .map((parameter) => context.registry.addParameter(inQuery(parameter))),
  ];
}

// --- internal ---

function inQuery({ name, schema, description, hasCommas = false }: ListParameter): Parameter {
  return { name, in: 'query', description, ...(hasCommas && { style: 'form', explode: false }), schema };
}
