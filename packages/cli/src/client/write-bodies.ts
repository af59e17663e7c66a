import type { Schema } from '@rest-gen/openapi';
import type { ClientOperation } from './group-paths.ts';
import { type TypeWriter, unite } from './write-type.ts';

/** What a successful answer is: its value, text, or a file. */
export function answerType(operation: ClientOperation, types: TypeWriter): string {
  if (answersFile(operation)) return 'Blob';
  if (successOf(operation) === undefined && '204' in operation.operation.responses) return 'void';
  return typeOf(operation)?.startsWith('text/') ? 'string' : types.write(answerOf(operation), false);
}

/** Whether a successful answer is neither JSON nor text. */
export function answersFile(operation: ClientOperation): boolean {
  const type = typeOf(operation);
  return type !== undefined && !/json|^text\//.test(type);
}

/** The schema of a successful answer; the record where a list is possible too. */
export function answerOf(operation: ClientOperation): Schema | undefined {
  return firstOfBulk(successOf(operation)?.content?.['application/json']?.schema).schema;
}

export interface Body {
  readonly type: string;
  readonly required: boolean;
  readonly isBulk: boolean;
}

/** The body: JSON, or a form with files; `undefined` without one. */
export function bodyOf({ operation }: ClientOperation, types: TypeWriter): Body | undefined {
  const request = operation.requestBody as
    | { required?: boolean; content: Record<string, { schema?: Schema } | undefined> }
    | undefined;
  const json = request?.content['application/json'];
  const form = request?.content['multipart/form-data'];
  if (json === undefined && form === undefined) return undefined;
  const { schema, isBulk } = firstOfBulk(json?.schema);
  const written = [...(json ? [schema] : []), ...(form ? [form.schema] : [])].map((one) => types.write(one, true));
  return { type: unite(written), required: request?.required === true, isBulk };
}

// --- internal ---

interface Success {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

function successOf({ operation }: ClientOperation): Success | undefined {
  const responses = operation.responses as Readonly<Record<string, Success>>;
  return responses['200'] ?? responses['201'] ?? responses['202'];
}

/** The first media type of a successful answer. */
function typeOf(operation: ClientOperation): string | undefined {
  return Object.keys(successOf(operation)?.content ?? {})[0];
}

/** A bulk operation takes and answers a record or a list of them. */
function firstOfBulk(schema: Schema | undefined): { readonly schema: Schema | undefined; readonly isBulk: boolean } {
  const [one, list] = (schema?.anyOf ?? []) as Schema[];
  const isBulk = list?.type === 'array' && JSON.stringify(list.items) === JSON.stringify(one);
  return isBulk ? { schema: one, isBulk } : { schema, isBulk };
}
