import type { MediaType, OpenApiDocument, Operation, Parameter, Response, Schema } from '../../src/index.ts';

/** An operation of a document with all references to parameters and answers resolved. */
export interface Documented {
  /** `POST /post` */
  readonly name: string;
  /** In upper case. */
  readonly method: string;
  readonly template: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  /** Media type → schema and its JSON Pointer. */
  readonly bodies: readonly Body[];
  readonly isBodyRequired: boolean;
  /** By status, `200`. */
  readonly answers: ReadonlyMap<string, DocumentedAnswer>;
}

export interface Body {
  readonly mediaType: string;
  readonly schema: MediaType['schema'];
  readonly pointer: string;
}

export interface DocumentedAnswer {
  /** The JSON Pointer of a media type's schema; `undefined` without one. */
  readonly schemas: ReadonlyMap<string, string | undefined>;
  /** Names of required headers, in lower case. */
  readonly headers: readonly string[];
}

const METHODS = ['get', 'query', 'post', 'put', 'patch', 'delete'] as const;

/** List the operations of a document. */
export function readOperations(document: OpenApiDocument): Documented[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      // OpenAPI 3.1 has no QUERY.
      const key = item[method] === undefined ? (`x-${method}` as const) : method;
      const operation = item[key] as Operation | undefined;
      if (operation === undefined) return [];
      const at = `/paths/${escapeToken(template)}/${key}`;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [
        {
          name: `${method.toUpperCase()} ${template}`,
          method: method.toUpperCase(),
          template,
          tag: operation.tags[0] as string,
          parameters: parameters.flatMap((one) => asSent(document, resolve<Parameter>(document, one, '').value)),
          bodies: bodiesOf(operation, at),
          isBodyRequired: operation.requestBody?.required ?? false,
          answers: new Map(
            Object.entries(operation.responses).map(([status, one]) => [
              status,
              answerOf(document, one, `${at}/responses/${status}`),
            ]),
          ),
        },
      ];
    }),
  );
}

/** The target of a reference, and its JSON Pointer. */
export function resolve<T>(document: OpenApiDocument, value: unknown, pointer: string): { value: T; pointer: string } {
  const reference = (value as { $ref?: unknown }).$ref;
  if (typeof reference !== 'string') return { value: value as T, pointer };
  const found = reference
    .slice(2)
    .split('/')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((one, token) => (one as Record<string, unknown>)[token], document);
  return resolve<T>(document, found, reference.slice(1));
}

export function escapeToken(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}

// --- internal ---

/** A filter as the parameters that a client sends, `views` and `views[gte]`. The lists are strings, with values of `eq` between commas. */
function asSent(document: OpenApiDocument, parameter: Parameter): Parameter[] {
  const { style, name, schema } = parameter;
  if (style !== 'deepObject') return [parameter];
  return ((schema.anyOf ?? [schema]) as Schema[]).flatMap((choice) => {
    const { properties } = resolve<{ properties?: Record<string, Schema> }>(document, choice, '').value;
    if (properties === undefined) return [{ ...parameter, schema: choice }];
    const list = { type: 'array', items: properties.eq, minItems: 1 };
    return Object.entries(properties).map(([operator, one]) => ({
      ...parameter,
      name: `${name}[${operator}]`,
      schema: operator === 'in' || operator === 'nin' ? list : one,
    }));
  });
}

function bodiesOf({ requestBody }: Operation, at: string): Body[] {
  return Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema }]) => ({
    mediaType,
    schema,
    pointer: `${at}/requestBody/content/${escapeToken(mediaType)}/schema`,
  }));
}

function answerOf(document: OpenApiDocument, response: unknown, at: string): DocumentedAnswer {
  const { value, pointer } = resolve<Response>(document, response, at);
  const headers = Object.entries(value.headers ?? {}).filter(
    ([, header]) => resolve<{ required?: boolean }>(document, header, '').value.required,
  );
  return {
    schemas: new Map(
      Object.entries(value.content ?? {}).map(([mediaType, { schema }]) => [
        mediaType,
        schema && `${pointer}/content/${escapeToken(mediaType)}/schema`,
      ]),
    ),
    headers: headers.map(([name]) => name.toLowerCase()),
  };
}
