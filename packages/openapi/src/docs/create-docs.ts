import type { Request, RequestHandler, Response } from 'express';
import { loadAssets } from './load-assets.ts';
import { makePages, PAGE_PATHS, type Pages } from './make-pages.ts';
import type { DocsOptions, Documented } from './options.ts';
import { writePolicy } from './policy.ts';
import { sendProblem } from './problem.ts';
import { readInfo } from './read-info.ts';
import { sendContent } from './send-content.ts';

/**
 * Serve the documentation of a router: a page to read and try its operations, its routes and errors, and its OpenAPI document. Needs no other host.
 *
 * - `/` operations, `/routes` routes, `/errors` error codes, `/openapi.json` the document, which is created at the first request
 * - It reads no file before the first request, so it works in a bundle and before the router is ready.
 * - 404 `E_NOT_FOUND`, 405 `E_METHOD`, 500 `E_INTERNAL` when no document can be created
 *
 * @param router - what `createRestRouter` returned
 *
 * @example
 * app.use('/docs', createDocs(router));
 * app.use(router);
 */
export function createDocs(router: Documented, options: DocsOptions = {}): RequestHandler {
  const { title, servers = [{ url: '..' }], ...rest } = options;
  const policy = writePolicy(servers);
  let pages: Promise<Pages> | undefined;

  const makeAll = async (): Promise<Pages> => {
    await router.ready;
    const settings = { ...rest, servers, info: rest.info ?? readInfo(router) };
    const made = await makePages(router, settings, title ?? settings.info.title, loadAssets());
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

  const answer = async (path: string, req: Request, res: Response): Promise<void> => {
    const asset = PAGE_PATHS.has(path) ? undefined : loadAssets().contents.get(path);
    if (!asset && !PAGE_PATHS.has(path)) {
      sendProblem(req, res, 'E_NOT_FOUND', 'The documentation has no such page.');
    } else if (req.method !== 'GET' && req.method !== 'HEAD') refuseMethod(req, res);
    else if (path === '/' && !isDirectory(req)) redirect(req, res);
    else {
      const content = asset ?? (await readPages()).contents.get(path);
      if (content) await sendContent(content, asset !== undefined, req, res);
    }
  };

  return (req, res) => {
    const { path } = req;
    res.setHeader('Content-Security-Policy', policy);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    answer(path, req, res).catch((error: unknown) => fail(error, req, res));
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

/** To the last segment with a slash, as seen from here: a whole path would name a host when it begins with two slashes. */
function redirect({ originalUrl }: Request, res: Response): void {
  const [path = '', ...query] = originalUrl.split('?');
  const target = `./${path.slice(path.lastIndexOf('/') + 1)}/`;
  res.statusCode = 302;
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Location', [target, ...query].join('?'));
  res.end();
}

/** The operator reads the error; who asked does so outside production only. */
function fail(error: unknown, req: Request, res: Response): void {
  const { NODE_ENV } = process.env;
  if (NODE_ENV !== 'test') console.error(error);
  const detail = NODE_ENV !== 'production' && error instanceof Error ? error.message : 'The document cannot be made.';
  if (res.headersSent) res.destroy();
  else sendProblem(req, res, 'E_INTERNAL', detail);
}
