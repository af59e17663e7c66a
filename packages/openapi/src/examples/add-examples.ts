import { operationsByMethod } from '../operations-of.ts';
import type { Pause } from '../pause.ts';
import type {
  Components,
  JsonValue,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  RequestBody,
  Response,
  Schema,
} from '../types.ts';
import { createValidator } from './create-validator.ts';
import { addComponentHints, findExample } from './find-example.ts';

/**
 * Add an example that satisfies the schema to every body, response and parameter. Those without a valid example get
 * none.
 *
 * @param document - is completed, in steps
 */
export async function addExamples(document: OpenApiDocument, pause: Pause): Promise<OpenApiDocument> {
  const find = await createFinder(document, pause);
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of operationsByMethod(item)) {
      addToOperation(operation, find);
      // The answers of QUERY are those of GET, which has examples.
      if (!method.endsWith('query')) addToAnswers(operation, find);
      await pause();
    }
  }
  const { responses = {}, parameters = {} } = document.components ?? {};
  for (const response of Object.values(responses)) addToContent(response.content, find);
  for (const parameter of Object.values(parameters)) if (isParameter(parameter)) addExample(parameter, find);
  return document;
}

// --- internal ---

type Find = (schema: Schema, isSent?: boolean) => JsonValue | undefined;

/** Cached: filters share many schemas. */
async function createFinder(document: OpenApiDocument, pause: Pause): Promise<Find> {
  const validate = createValidator(document);
  const components = await hintComponents(document, pause);
  const known = new Map<string, JsonValue | undefined>();
  return (schema, isSent = false) => {
    const key = `${isSent} ${JSON.stringify(schema)}`;
    if (!known.has(key)) known.set(key, findExample(schema, validate, components, isSent));
    return known.get(key);
  };
}

/** The sampler follows references to schemas only. */
async function hintComponents({ components = {} }: OpenApiDocument, pause: Pause): Promise<Components> {
  const hinted: Record<'schemas' | 'x-query', Record<string, Schema>> = { schemas: {}, 'x-query': {} };
  for (const part of ['schemas', 'x-query'] as const) {
    for (const [name, schema] of Object.entries(components[part] ?? {})) {
      hinted[part][name] = addComponentHints(schema);
      await pause();
    }
  }
  return hinted;
}

function addToOperation({ parameters = [], requestBody }: Operation, find: Find): void {
  for (const parameter of parameters) if (isParameter(parameter)) addExample(parameter, find);
  addToContent((requestBody as RequestBody | undefined)?.content, (schema) => find(schema, true));
}

function addToAnswers({ responses }: Operation, find: Find): void {
  for (const response of Object.values(responses)) addToContent((response as Response).content, find);
}

function isParameter(parameter: object): parameter is Parameter {
  return 'schema' in parameter && !WITHOUT.has((parameter as Parameter).name);
}

/**
 * Only the server creates cursors and tags, a key is for one request, and `page` and `after` exclude each other: a program that sends the example of every
 * parameter would be refused.
 */
const WITHOUT: ReadonlySet<string> = new Set(['after', 'page', 'If-Match', 'If-None-Match', 'Idempotency-Key']);

function addToContent(content: Record<string, MediaType> | undefined, find: Find): void {
  for (const [type, media] of Object.entries(content ?? {})) {
    if (media.schema !== undefined && media.schema.format !== 'binary' && type !== 'application/x-ndjson')
      addExample(media as { schema: Schema }, find);
  }
}

function addExample(place: { schema: Schema; example?: JsonValue }, find: Find): void {
  const example = place.example === undefined && Object.keys(place.schema).length > 0 ? find(place.schema) : undefined;
  if (example !== undefined) place.example = example;
}
