import type { OpenApiDocument, Operation, Parameter, Schema } from '../types.ts';
import { compareSchemas } from './compare-schemas.ts';
import { follow, toPointer } from './pointer.ts';
import type { ChangeCode, OperationComparison } from './types.ts';

/**
 * Compare the parameters of an operation as they are sent: a `deepObject` is one parameter for each property,
 * `views[gte]`.
 */
export function compareParameters(at: OperationComparison, before: Operation, after: Operation): void {
  const earlier = byKey(at, before, at.before);
  const later = byKey(at, after, at.after);
  const roots = { earlier: rootsOf(earlier), later: rootsOf(later) };
  for (const [key, one] of earlier) {
    const { parameter, pointer } = one;
    const next = later.get(key);
    const title = titleOf(one, roots.later);
    const tell = (breaking: boolean, code: ChangeCode, message: string) =>
      at.report({ breaking, code, pointer, message: `${at.name} ${message}.` });
    // An unknown header is ignored; an unknown query parameter is refused.
    if (next === undefined) {
      tell(parameter.in !== 'header', 'parameter-removed', `does not take ${title} any more`);
      continue;
    }
    const [needed, needs] = [parameter.required === true, next.parameter.required === true];
    if (needs && !needed) tell(true, 'parameter-required', `needs ${title} now`);
    if (!needs && needed) tell(false, 'parameter-optional', `does not need ${title} any more`);
    if (isListAsText(one, next)) continue;
    compareSchemas(at, 'request', {
      pointer: one.schemaPointer,
      before: parameter.schema,
      after: next.parameter.schema,
    });
  }
  for (const [key, one] of later) {
    if (earlier.has(key)) continue;
    const { required = false } = one.parameter;
    const message = `${at.name} ${required ? 'needs' : 'takes'} the new ${titleOf(one, roots.earlier).slice(4)}.`;
    at.report({ breaking: required, code: 'parameter-added', pointer: one.pointer, message });
  }
}

// --- internal ---

interface PlacedParameter {
  readonly parameter: Parameter;
  readonly pointer: string;
  readonly schemaPointer: string;
  /** The parameter of the document: `views` of `views[gte]`. */
  readonly root: string;
  /** Whether it is a property of a `deepObject`. */
  readonly isProperty: boolean;
}

/** Path parameters by position, because clients never send their names; others by name. */
function byKey(
  at: OperationComparison,
  { parameters = [] }: Operation,
  document: OpenApiDocument,
): Map<string, PlacedParameter> {
  let place = 0;
  return new Map(
    parameters
      .flatMap((given, index) => {
        const { value, pointer } = follow<Parameter>(document, given, `${at.pointer}/parameters/${index}`);
        return asSent(value, pointer, document);
      })
      .map((one): [string, PlacedParameter] => {
        const { in: where, name } = one.parameter;
        if (where === 'path') return [`path ${place++}`, one];
        return [`${where} ${where === 'header' ? name.toLowerCase() : name}`, one];
      }),
  );
}

/** A `deepObject` as one parameter for each property; other alternatives of its schema keep its name. */
function asSent(parameter: Parameter, pointer: string, document: OpenApiDocument): PlacedParameter[] {
  const { style, ...plain } = parameter;
  const { name, required, schema } = plain;
  const root = name.replace(/\[.*/, '');
  if (style !== 'deepObject')
    return [{ parameter, pointer, schemaPointer: `${pointer}/schema`, root, isProperty: false }];
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  return (choices ?? [schema]).flatMap((choice): PlacedParameter[] => {
    const { value, pointer: schemaPointer } = follow<Schema>(document, choice, `${pointer}/schema`);
    const properties = value.properties as Record<string, Schema> | undefined;
    if (properties === undefined)
      return [{ parameter: { ...plain, schema: value }, pointer, schemaPointer, root, isProperty: false }];
    const needed = new Set(required === true ? (value.required as readonly string[] | undefined) : []);
    return Object.entries(properties).map(([property, inner]) => ({
      parameter: { ...plain, name: `${name}[${property}]`, required: needed.has(property), schema: inner },
      pointer,
      schemaPointer: `${schemaPointer}${toPointer('properties', property)}`,
      root,
      isProperty: true,
    }));
  });
}

function rootsOf(parameters: ReadonlyMap<string, PlacedParameter>): ReadonlySet<string> {
  return new Set(Array.from(parameters.values(), ({ root }) => root));
}

/** A parameter that the other document lacks completely is named as a whole, so that it is reported once. */
function titleOf({ parameter, root }: PlacedParameter, others: ReadonlySet<string>): string {
  const name = parameter.in === 'query' && !others.has(root) ? root : parameter.name;
  return `the ${parameter.in} parameter "${name}"`;
}

/** OpenAPI does not define how `deepObject` sends a list; it is described as the string that is sent. */
function isListAsText({ parameter: { schema } }: PlacedParameter, next: PlacedParameter): boolean {
  return schema.type === 'array' && next.isProperty && next.parameter.schema.type === 'string';
}
