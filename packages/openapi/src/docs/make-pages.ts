import type { OpenApiOptions } from '../options.ts';
import { createPause } from '../pause.ts';
import { toBytes } from '../plain-json.ts';
import { writeOpenApi } from '../write-open-api.ts';
import { Content } from './content.ts';
import type { Assets } from './load-assets.ts';
import type { Documented } from './options.ts';
import { renderErrors } from './render-errors.ts';
import { renderOperations } from './render-operations.ts';
import { renderRelations } from './render-relations.ts';
import { renderRoutes } from './render-routes.ts';

/** The document of a service, as its pages show it. */
export interface Pages {
  /** The page of one of the {@link PAGE_PATHS}, created at the first request. */
  read(path: string): Promise<Content>;
  /** A store did not describe its tables; the next request tries again. */
  readonly isPartial: boolean;
}

/** Create the document of a service. */
export async function makePages(
  router: Documented,
  options: OpenApiOptions,
  ownTitle: string | undefined,
  assets: Assets,
): Promise<Pages> {
  const document = await writeOpenApi(router, options);
  const title = ownTitle ?? document.info.title;
  const contents = new Map<string, Promise<Content>>();
  const create = async (path: string): Promise<Content> => {
    switch (path) {
      case '/routes':
        return Content.create(HTML, renderRoutes(router, document, title, assets));
      case '/relations':
        return Content.create(HTML, renderRelations(router, document, title, assets));
      case '/errors':
        return Content.create(HTML, renderErrors(document, title, assets));
      case '/openapi.json':
        return Content.create(JSON_TYPE, await toBytes(document, createPause()));
      default:
        return Content.create(HTML, renderOperations(document, title, assets));
    }
  };
  return {
    read: (path) => {
      const content = contents.get(path) ?? create(path);
      contents.set(path, content);
      return content;
    },
    isPartial: Object.values(document.components?.schemas ?? {}).some((schema) =>
      STORE_NOTE.test(String(schema['x-note'])),
    ),
  };
}

/** The paths of {@link makePages}, relative to the mount. */
export const PAGE_PATHS: ReadonlySet<string> = new Set(['/', '/routes', '/relations', '/errors', '/openapi.json']);

// --- internal ---

/** The note of `readRecords` about an unavailable store. */
const STORE_NOTE = /^The store /;

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
