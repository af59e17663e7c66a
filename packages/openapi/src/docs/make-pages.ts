import type { OpenApiOptions } from '../options.ts';
import { writeOpenApi } from '../write-open-api.ts';
import { Content } from './content.ts';
import type { Assets } from './load-assets.ts';
import type { Documented } from './options.ts';
import { renderErrors } from './render-errors.ts';
import { renderOperations } from './render-operations.ts';
import { renderRelations } from './render-relations.ts';
import { renderRoutes } from './render-routes.ts';

/** The pages by path, relative to the mount. */
export interface Pages {
  readonly contents: ReadonlyMap<string, Content>;
  /** A store did not describe its tables; the next request tries again. */
  readonly isPartial: boolean;
}

/** Create the document of a service and the pages that show it. */
export async function makePages(
  router: Documented,
  options: OpenApiOptions,
  ownTitle: string | undefined,
  assets: Assets,
): Promise<Pages> {
  const document = await writeOpenApi(router, options);
  const title = ownTitle ?? document.info.title;
  return {
    contents: new Map([
      ['/', new Content(HTML, renderOperations(document, title, assets))],
      ['/routes', new Content(HTML, renderRoutes(router, document, title, assets))],
      ['/relations', new Content(HTML, renderRelations(router, document, title, assets))],
      ['/errors', new Content(HTML, renderErrors(document, title, assets))],
      ['/openapi.json', new Content(JSON_TYPE, JSON.stringify(document))],
    ]),
    isPartial: Object.values(document.components?.schemas ?? {}).some((schema) =>
      STORE_NOTE.test(String(schema['x-note'])),
    ),
  };
}

/** The paths of {@link makePages}. */
export const PAGE_PATHS: ReadonlySet<string> = new Set(['/', '/routes', '/relations', '/errors', '/openapi.json']);

// --- internal ---

/** The note of `readRecords` about an unavailable store. */
const STORE_NOTE = /^The store /;

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
