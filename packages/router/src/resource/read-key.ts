import { type Description, isDataError } from '@rest-gen/model/core';
import { requestError } from '../core/errors.ts';
import type { Resource } from './contracts/resource.ts';
import { parseKey, urlKey } from './keys.ts';

/**
 * Read the key that the path of a request names its record by.
 *
 * @param text - the parameter `id`
 * @throws {HttpError} 404 `E_NOT_FOUND` for a segment that no record can have
 */
export async function readKey(resource: Resource, text: string): Promise<void> {
  const { model, table, exchange } = resource;
  const description = await describe(model, table.name, exchange);
  // A class without a table has no keys.
  if (description === undefined) return;
  const named = table.names?.describe(description) ?? description;
  const key = parseKey(exchange.rawId ?? encodeURIComponent(text), urlKey(table, named), named);
  if (key === undefined) throw requestError('E_NOT_FOUND');
  resource.key = key;
}

// --- internal ---

/** The action reports what is wrong with the table. */
function describe(...[model, name, options]: [Resource['model'], string, Resource['exchange']]) {
  return model
    ?.repository(name, options)
    .describe()
    .catch((error: unknown): Description | undefined => {
      if (isDataError(error)) return undefined;
      throw error;
    });
}
