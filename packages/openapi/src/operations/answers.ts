import type { Header, MediaType, Response, Schema } from '../types.ts';
import { LINK, location, PREFERENCE, REPLAYED, TOTAL, tag, VARY } from './answer-headers.ts';
import { isOneRecord, type OperationContext } from './context.ts';
import { recordSchema } from './record-schema.ts';

/** The successful responses of an operation, by status. */
export function answers(context: OperationContext): Record<string, Response> {
  const { operation, controller, path } = context;
  const { method, isInherited } = operation;
  if (!isInherited && controller.statics.shown === undefined) return openAnswers(context);
  if (!isInherited && isText(controller.statics.shown)) return textAnswers(context, controller.statics.shown);
  if (path.action !== undefined) return changed(context);
  switch (method) {
    case 'GET':
      return {
        200: got(context),
        304: NOT_MODIFIED,
      };
    case 'QUERY':
      return { 200: list(context) };
    case 'POST':
      return isInherited
        ? { 201: created(context) }
        : { 200: one(context, {}), 201: created(context), 204: { description: NOTHING } };
    case 'DELETE':
      return {
        204: operation.isMany
          ? { description: 'The records are deleted.', headers: MANY }
          : { description: 'The record is deleted.' },
      };
    default:
      return operation.isMany ? changedMany(context) : changed(context);
  }
}

// --- internal ---

const NOTHING = 'Done; there is nothing to show.';
const NOT_MODIFIED: Response = { description: 'The client has it already.', headers: tag() };

/** What a user's action answers is unknown: data, or nothing, which a GET must not; a POST of a collection may have added something. */
function openAnswers({ operation, path }: OperationContext): Record<string, Response> {
  const answer: Response = {
    description: 'What the action answers.',
    'x-note': `${operation.action} is written in the controller: what it answers is not known. \`static shown\` describes it.`,
    content: { 'application/json': { schema: {} } },
  };
  if (operation.method === 'GET') return { 200: answer, 304: NOT_MODIFIED };
  if (operation.method === 'QUERY') return { 200: answer };
  const mayAdd = operation.method === 'POST' && !path.isItem && path.action === undefined;
  return { 200: answer, ...(mayAdd && { 201: answer }), 204: { description: NOTHING } };
}

/** `static shown` describes no JSON: a file, or a text with its media type. */
function isText(shown: Schema | undefined): shown is Schema {
  return shown?.type === 'string' && (shown.format === 'binary' || shown.contentMediaType !== undefined);
}

function textAnswers({ operation }: OperationContext, shown: Schema): Record<string, Response> {
  const { contentMediaType = '*/*', ...schema } = shown;
  const answer: Response = {
    description: shown.format === 'binary' ? 'The file.' : 'What the action answers.',
    content: { [String(contentMediaType)]: { schema } },
  };
  if (operation.method !== 'GET') return { 200: answer };
  const part = { ...answer, description: 'The part of the file that the header field `Range` asks for.' };
  return { 200: answer, ...(shown.format === 'binary' && { 206: part }), 304: NOT_MODIFIED };
}

/** A user's action returns a list if its path has no id and other paths of the controller have one. */
function got(context: OperationContext): Response {
  if (isOneRecord(context)) return one(context, tag());
  if (context.operation.isList) return list(context);
  if (!context.hasItems) return one(context, tag());
  const items = recordSchema(context, 'whole');
  return {
    description: 'The records.',
    headers: tag(),
    content: json(context.service.hasEnvelope ? {} : { type: 'array', items }),
  };
}

function list(context: OperationContext): Response {
  const { operation, controller, isRecent, service } = context;
  const items = recordSchema(context, 'part');
  const hasLines = operation.isInherited && controller.statics.lines === true;
  const json: MediaType = { schema: service.hasEnvelope ? {} : { type: 'array', items } };
  const lines: MediaType = isRecent
    ? { itemSchema: items }
    : // The same type as that of the page, for generators that know no lines make one type of both.
      { schema: { ...json.schema, description: 'JSON texts, one a line.' }, 'x-item-schema': items };
  return {
    description: `A page of the records${hasLines ? ', or all of them as lines' : ''}${csvOf(context)}.`,
    headers: { Link: LINK, 'X-Total-Count': TOTAL, Vary: VARY, ...(operation.method === 'GET' && tag()) },
    content: { 'application/json': json, ...(hasLines && { 'application/x-ndjson': lines }) },
  };
}

/** As words: with a media type of its own, generators would make text and records one type. */
function csvOf({ operation, controller: { statics } }: OperationContext): string {
  if (!operation.isInherited || !Array.isArray(statics.csv)) return '';
  return `, or with \`Accept: text/csv\` the columns ${statics.csv.join(', ')} as CSV`;
}

function one(context: OperationContext, headers: Record<string, Header>, description = 'The record.'): Response {
  return { description, ...fieldsOf(headers), content: json(shownOf(context)) };
}

function created(context: OperationContext): Response {
  const { operation } = context;
  const record = shownOf(context);
  const schema =
    operation.isBulk && !context.service.hasEnvelope ? { anyOf: [record, { type: 'array', items: record }] } : record;
  const replayed = operation.idempotent === false ? {} : { 'Idempotent-Replayed': REPLAYED };
  const headers = {
    Location: location(!operation.isBulk),
    ...tag(false),
    'Preference-Applied': PREFERENCE,
    ...replayed,
  };
  return { description: 'The record is added.', headers, content: json(schema) };
}

function changed(context: OperationContext): Record<string, Response> {
  const { operation, controller } = context;
  const isPut = operation.method === 'PUT';
  const preference = { 'Preference-Applied': PREFERENCE };
  const ok = one(context, { ...(isPut ? {} : tag()), ...preference }, 'The record as it is now.');
  const none: Response = { description: NOTHING, headers: preference };
  if (!isPut || controller.statics.upsert !== true) return { 200: ok, 204: none };
  const added = one(context, { Location: location(true), ...preference }, 'The record is added.');
  return { 200: ok, 201: added, 204: none };
}

const MANY: Record<string, Header> = {
  'Preference-Applied': { ...PREFERENCE, required: true, example: 'max-affected=20' },
  'X-Total-Count': { ...TOTAL, description: 'Number of the records that were changed.', required: true },
};

function changedMany(context: OperationContext): Record<string, Response> {
  const items = shownOf(context);
  const schema = context.service.hasEnvelope ? {} : { type: 'array', items };
  return {
    200: { description: 'The records as they are now.', headers: MANY, content: json(schema) },
    204: { description: NOTHING, headers: MANY },
  };
}

function shownOf(context: OperationContext): Schema {
  return context.service.hasEnvelope ? {} : recordSchema(context, 'whole');
}

function json(schema: Schema): Record<string, MediaType> {
  return { 'application/json': { schema } };
}

function fieldsOf(headers: Record<string, Header>): Pick<Response, 'headers'> {
  return Object.keys(headers).length === 0 ? {} : { headers };
}
