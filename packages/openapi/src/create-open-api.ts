import { OpenApiError } from './errors.ts';
import type { Described, OpenApiOptions } from './options.ts';
import type { OpenApiDocument } from './types.ts';

/**
 * Describe a service as an OpenAPI document, from its rules, actions, logics and the columns of its tables.
 *
 * The document is plain JSON and deterministic. A record whose table is unknown has an empty schema with an `x-note`.
 *
 * @param router - what `createRestRouter` returned
 * @throws {OpenApiError} `E_OPENAPI_INFO` for a title or version that is no text; `E_OPENAPI_VERSION` for a version
 *   without paths, and for another version of OpenAPI than 3.1 and 3.2
 * @see docs/openapi.md#create-a-document
 *
 * @example
 * const document = await createOpenApi(router, { info: { title: 'Blog', version: '1.0.0' } });
 */
export async function createOpenApi(router: Described, options: OpenApiOptions = {}): Promise<OpenApiDocument> {
  checkVersion(options.openapi);
  // Most processes never create a document, and loading these 40 modules takes a tenth of the start of a service.
  const { writeOpenApi } = await import('./write-open-api.ts');
  return writeOpenApi(router, options);
}

/** @throws {OpenApiError} `E_OPENAPI_VERSION` for a version of OpenAPI that documents cannot have */
export function checkVersion(version: unknown): void {
  if (version === undefined || version === '3.1' || version === '3.2') return;
  throw new OpenApiError(
    'E_OPENAPI_VERSION',
    `A document is of OpenAPI 3.1 or 3.2, not ${JSON.stringify(version)}.`,
    'Write 3.1, and convert it: npx @apiture/openapi-down-convert --input openapi.json --output openapi-3.0.json.',
  );
}
