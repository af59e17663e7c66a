import type { Request, Response } from 'express';
import type { OpenApiOptions } from '../options.ts';
import { createPause } from '../pause.ts';
import { toBytes } from '../plain-json.ts';
import { writeOpenApi } from '../write-open-api.ts';
import { Content, sendContent } from './content.ts';
import { type Assets, loadAssets } from './load-assets.ts';
import type { DocsOptions, Documented } from './options.ts';
import { sendProblem } from './problem.ts';
import { renderErrors } from './render-errors.ts';
import { renderOperations } from './render-operations.ts';
import { renderRedirect } from './render-redirect.ts';
import { renderRelations } from './render-relations.ts';
import { renderRoutes } from './render-routes.ts';

/** Answer a request; `path` is relative to the mount. Rejects when the document cannot be created. */
export type Documentation = (path: string, req: Request, res: Response) => Promise<void>;

/** Create the part of `createDocs` that is loaded at the first request. */
export function createDocumentation(
  router: Documented,
  options: DocsOptions & Required<Pick<DocsOptions, 'servers'>>,
): Documentation {
  const { title, plans, ...rest } = options;
  let pages: Promise<Pages> | undefined;

  const makeAll = async (): Promise<Pages> => {
    await router.ready;
    const made = await makePages(router, rest, { title, plans }, loadAssets());
    if (made.isPartial) pages = undefined;
    return made;
  };
  const readPages = (): Promise<Pages> => {
    pages ??= makeAll().catch((error: unknown) => {
      pages = undefined;
      throw error;
    });
    return pages;
  };

  return async (path, req, res) => {
    const asset = PAGE_PATHS.has(path) ? undefined : loadAssets().contents.get(path);
    if (!asset && !PAGE_PATHS.has(path)) {
      sendProblem(req, res, 'E_NOT_FOUND', 'The documentation has no such page.');
    } else if (req.method !== 'GET' && req.method !== 'HEAD') refuseMethod(req, res);
    else if (path === '/' && !isDirectory(req)) redirect(req, res);
    else {
      const content = asset ?? (await (await readPages()).read(path));
      await sendContent(content, asset !== undefined, req, res);
    }
  };
}

// --- internal ---

function refuseMethod(req: Request, res: Response): void {
  res.setHeader('Allow', 'GET, HEAD, OPTIONS');
  if (req.method === 'OPTIONS') {
    res.statusCode = 204;
    res.end();
  } else sendProblem(req, res, 'E_METHOD', 'The documentation is read with GET.');
}

/** Addresses in a page are relative to it: they need the slash at its end. */
function isDirectory({ originalUrl }: Request): boolean {
  return originalUrl.split('?', 1)[0]?.endsWith('/') === true;
}

/**
 * Redirect to the last segment with a slash, relative to the request: a whole path that begins with two slashes would
 * name a host.
 */
function redirect({ originalUrl }: Request, res: Response): void {
  const [path = '', ...query] = originalUrl.split('?');
  const target = `./${path.slice(path.lastIndexOf('/') + 1)}/`;
  res.statusCode = 302;
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Location', [target, ...query].join('?'));
  res.end();
}

/** The document of a service, as its pages show it. */
interface Pages {
  /** The page of one of the {@link PAGE_PATHS}, created at the first request. */
  read(path: string): Promise<Content>;
  /** A store did not describe its tables; the next request tries again. */
  readonly isPartial: boolean;
}

/** Create the document of a service. */
async function makePages(
  router: Documented,
  options: OpenApiOptions,
  own: { readonly title: string | undefined; readonly plans: string | undefined },
  assets: Assets,
): Promise<Pages> {
  const document = await writeOpenApi(router, options);
  const title = own.title ?? document.info.title;
  const contents = new Map<string, Promise<Content>>();
  const create = async (path: string): Promise<Content> => {
    switch (path) {
      case '/routes':
        return Content.create(HTML, renderRoutes(router, document, title, assets));
      case '/relations':
        return Content.create(HTML, renderRelations(router, document, title, assets));
      case '/errors':
        return Content.create(HTML, renderErrors(document, title, assets));
      case REDIRECT:
        return Content.create(HTML, renderRedirect(assets));
      case '/openapi.json':
        return Content.create(JSON_TYPE, await toBytes(document, createPause()));
      default:
        return Content.create(HTML, renderOperations(document, title, assets, own.plans));
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

/** The address that the viewer gives to authorization servers. */
const REDIRECT = '/oauth2-redirect.html';

/** The paths of {@link makePages}, relative to the mount. */
const PAGE_PATHS: ReadonlySet<string> = new Set(['/', '/routes', '/relations', '/errors', '/openapi.json', REDIRECT]);

/** The note of `readRecords` about an unavailable store. */
const STORE_NOTE = /^The store /;

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
