import type { Schema } from '@rest-gen/openapi';
import type { ClientOperation } from './read-paths.ts';
import type { TypeWriter } from './write-type.ts';

/** The schema of a successful answer; the record where a list is possible too. */
export function answerOf({ operation }: ClientOperation): Schema | undefined {
  const responses = operation.responses as Record<string, { content?: Record<string, { schema?: Schema }> }>;
  const schema = (responses['200'] ?? responses['201'] ?? responses['2XX'])?.content?.['application/json']?.schema;
  return firstOfBulk(schema).schema;
}

export interface Body {
  readonly type: string;
  readonly required: boolean;
  readonly isBulk: boolean;
}

/** The JSON body; `undefined` without one. */
export function bodyOf({ operation }: ClientOperation, types: TypeWriter): Body | undefined {
  const request = operation.requestBody as
    | { required?: boolean; content: Record<string, { schema?: Schema } | undefined> }
    | undefined;
  const media = request?.content['application/json'];
  if (media === undefined) return undefined;
  const { schema, isBulk } = firstOfBulk(media.schema);
  return { type: types.write(schema, true), required: request?.required === true, isBulk };
}

// --- internal ---

/** A bulk operation takes and answers a record or a list of them. */
function firstOfBulk(schema: Schema | undefined): { readonly schema: Schema | undefined; readonly isBulk: boolean } {
  const [one, list] = (schema?.anyOf ?? []) as Schema[];
  const isBulk = list?.type === 'array' && JSON.stringify(list.items) === JSON.stringify(one);
  return isBulk ? { schema: one, isBulk } : { schema, isBulk };
}
