import type { RelationDescription } from '@rest-gen/router';
import type { OperationContext } from './context.ts';
import type { ListParameter } from './list-parameters.ts';

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

// --- internal ---

/** `author`, `comments`, `comments.author` */
function pathsOf(relations: readonly RelationDescription[]): string[] {
  return relations.flatMap(({ name, relations: inner }) => [name, ...pathsOf(inner).map((path) => `${name}.${path}`)]);
}
