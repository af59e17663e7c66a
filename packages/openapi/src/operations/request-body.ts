import type { OperationDescription, RelationDescription } from '@rest-gen/router';
import { pascalCase, verbOf } from '../names.ts';
import { declaredSchema } from '../schemas/declared-schema.ts';
import type { Registry } from '../schemas/registry.ts';
import type { MediaType, RequestBody, Schema } from '../types.ts';
import { givenNames, type OperationContext } from './context.ts';
import { fitColumns } from './fit-columns.ts';
import { formSchema, multipartSchema } from './form-body.ts';
import { queryBody } from './query-body.ts';
import { columnProperties } from './record-schema.ts';

/** The request body of an operation, in each media type it accepts; `undefined` without one. */
export function requestBody(context: OperationContext): RequestBody | undefined {
  const { operation } = context;
  if (!operation.takesBody) return undefined;
  if (operation.method === 'QUERY') return queryBody(context);
  if (operation.rawBody === 'raw') return { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  if (operation.rawBody === 'text') return { content: { '*/*': { schema: { type: 'string' } } } };
  const { logic } = operation;
  const declared = declaredSchema(logic, 'body');
  const exact = logic?.toJSONSchema('body');
  const written = declared && fitColumns(withText(declared, exact), exact, context);
  const { controller, path, registry, schemaName } = context;
  const isNew = operation.method === 'POST' && path.action === undefined;
  const schema =
    written &&
    withRelations(
      withShown(withoutRequired(written, givenNames(context)), exact, context),
      operation.isInherited ? controller.relations : [],
      schemaName,
      registry,
      isNew,
    );
  const files = multipartSchema(context, schema);
  // Only multipart can contain files.
  if (files['multipart/form-data'] && requiresFiles(context)) return { required: true, content: files };
  if (schema === undefined) return isBodiless(context) ? undefined : openBody(context, files);
  return {
    ...(isRequired(context, schema) && { required: true }),
    content: { ...jsonContent(context, schema), ...formContent(context, schema), ...files },
  };
}

/**
 * Why the action of the base class cannot write a body: without fields in the logic it answers every request with 500.
 *
 * @returns `undefined` when it can
 */
export function whyUnwritable({
  action,
  isInherited,
  method,
  takesBody,
  logic,
}: OperationDescription): string | undefined {
  if (!isInherited || !takesBody || method === 'QUERY' || logic?.resolve !== undefined) return undefined;
  const form = logic?.form('body');
  if (form === undefined)
    return `${method}: the logic declares no body for ${action}, without which the base class writes nothing.`;
  return form === 'value' ? `${method}: the logic declares a body for ${action} that is no object.` : undefined;
}

// --- internal ---

const SUFFIXES: Readonly<Record<string, string>> = { POST: 'Create', PUT: 'Replace', PATCH: 'Update' };

/** `IssueCreate`; of an action of one's own `IssueArchive`. */
function suffixOf({ operation, path }: OperationContext): string {
  return path.action === undefined ? (SUFFIXES[operation.method] as string) : pascalCase(verbOf(operation, path));
}

/** An action of one's own whose logic declares no body needs none. */
function isBodiless({ operation: { logic }, path }: OperationContext): boolean {
  return path.action !== undefined && logic?.resolve === undefined && logic?.form('body') === undefined;
}

/** A trimmed and required string must contain a character other than a space. */
function withText(schema: Schema, exact: Schema | undefined): Schema {
  const trimmed = (exact?.properties ?? {}) as Record<string, Schema>;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, field]) => {
    const isTrimmed = JSON.stringify(trimmed[name] ?? {}).includes('"x-trim"') && field.type === 'string';
    const isText = isTrimmed && Number(field.minLength) > 0 && field.pattern === undefined;
    return [name, isText ? { ...field, pattern: '\\S' } : field];
  });
  return schema.properties === undefined ? schema : { ...schema, properties: Object.fromEntries(properties) };
}

/** PUT and PATCH of the base class take the other columns, too, as GET shows them. */
function withShown(
  schema: Schema,
  exact: Schema | undefined,
  { operation, controller, record, path }: OperationContext,
): Schema {
  const { properties } = schema as { properties?: Record<string, Schema> };
  const takesShown = operation.isInherited && !operation.isMany && ['PUT', 'PATCH'].includes(operation.method);
  if (!takesShown || properties === undefined || controller.overridesShow || path.action !== undefined) return schema;
  const shown = columnProperties(record, record.columns ?? [], controller.policy?.masked);
  // Those that the exact schema has are hidden.
  const known = (exact?.properties ?? {}) as Record<string, Schema>;
  const others = Object.entries(shown).filter(([name]) => properties[name] === undefined && known[name] === undefined);
  const added = others.map(([name, column]) => [name, { ...column, readOnly: true }]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries(added) } };
}

/** A missing body counts as an empty object, which is valid if no field is required. */
function isRequired({ operation }: OperationContext, { required }: Schema): boolean {
  return operation.logic?.form('body') !== 'fields' || required !== undefined;
}

function requiresFiles({ operation }: OperationContext): boolean {
  const { required } = (operation.logic?.toJSONSchema('files', { blank: false }) ?? {}) as Schema;
  return required !== undefined && (required as readonly string[]).length > 0;
}

function jsonContent(context: OperationContext, schema: Schema): Record<string, MediaType> {
  const { operation, registry, schemaName, service } = context;
  const one = registry.addSchema(`${schemaName}${suffixOf(context)}`, schema);
  const list = { type: 'array', items: one, minItems: 1, maxItems: service.limits.items };
  const media = { schema: operation.isBulk ? { anyOf: [one, list] } : { ...one } };
  return jsonTypes(operation, media);
}

function jsonTypes({ method }: OperationDescription, media: MediaType): Record<string, MediaType> {
  const json = { 'application/json': media };
  return method === 'PATCH' ? { 'application/merge-patch+json': { ...media }, ...json } : json;
}

function formContent({ operation, controller }: OperationContext, schema: Schema): Record<string, MediaType> {
  const takesForm = controller.statics.forms && operation.logic?.form('body') === 'fields';
  const form = takesForm ? formSchema(schema) : undefined;
  return form === undefined ? {} : { 'application/x-www-form-urlencoded': { schema: form } };
}

/** The body is unknown: no logic declares it, or a function or schema decides at run time. */
function openBody({ operation }: OperationContext, files: Record<string, MediaType>): RequestBody {
  const isUnknown = operation.logic?.form('body') !== undefined || operation.logic?.resolve !== undefined;
  const note = isUnknown ? 'The logic decides about each request what it takes.' : 'The logic declares no body.';
  return { 'x-note': note, content: { ...jsonTypes(operation, { schema: {} }), ...files } };
}

/**
 * Complete the schema of a body with the relations that it writes: a list of ids takes records with an id, too, and a
 * new record takes new records that refer to it.
 *
 * @param schemaName - of the record, `Post`; that of a new related record follows from it: `PostCommentsCreate`
 * @param isNew - the body is of a new record
 */
function withRelations(
  schema: Schema,
  relations: readonly RelationDescription[],
  schemaName: string,
  registry: Registry,
  isNew: boolean,
): Schema {
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (properties === undefined) return schema;
  const written = relations.flatMap(({ name, write }): [name: string, schema: Schema][] => {
    const declared = properties[name];
    if (write?.kind === 'links') return declared === undefined ? [] : [[name, linksSchema(declared, write.key)]];
    if (write === undefined || !isNew) return [];
    const { logic, given, relations: inner } = write;
    const record = declaredSchema(logic, 'body');
    if (record === undefined) return [];
    const ownName = `${schemaName}${pascalCase(name)}`;
    const whole = withRelations(withoutGiven(record, given), inner, ownName, registry, true);
    return [[name, { type: 'array', items: registry.addSchema(`${ownName}Create`, whole) }]];
  });
  return written.length === 0 ? schema : { ...schema, properties: { ...properties, ...Object.fromEntries(written) } };
}

/** Fields that are given elsewhere, as in the path, are not required in the body. */
function withoutRequired(schema: Schema, given: ReadonlySet<string>): Schema {
  const { required, ...rest } = schema;
  const left = ((required ?? []) as readonly string[]).filter((name) => !given.has(name));
  return left.length === 0 ? rest : { ...schema, required: left };
}

/** `[1, 2]`, or what GET shows of the records. */
function linksSchema(declared: Schema, key: string): Schema {
  const id = declared.items as Schema | undefined;
  if (id === undefined || id.type === 'object') return declared;
  const record = { type: 'object', properties: { [key]: id }, required: [key] };
  return { ...declared, items: { anyOf: [id, record] } };
}

function withoutGiven(schema: Schema, given: ReadonlySet<string>): Schema {
  const all = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const properties = Object.fromEntries(all.filter(([name]) => !given.has(name)));
  return { ...withoutRequired(schema, given), properties };
}
