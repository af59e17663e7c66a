import type { Request, Response } from 'express';
import { sendContent } from './content.ts';
import { loadAssets } from './load-assets.ts';
import { makePages, PAGE_PATHS, type Pages } from './make-pages.ts';
import type { DocsOptions, Documented } from './options.ts';
import { sendProblem } from './problem.ts';

/** Answer a request; `path` is relative to the mount. Rejects when the document cannot be created. */
export type Documentation = (path: string, req: Request, res: Response) => Promise<void>;

/** Create the part of `createDocs` that is loaded at the first request. */
export function createDocumentation(
  router: Documented,
  options: DocsOptions & Required<Pick<DocsOptions, 'servers'>>,
): Documentation {
  const { title, ...rest } = options;
  let pages: Promise<Pages> | undefined;

  const makeAll = async (): Promise<Pages> => {
    await router.ready;
    const made = await makePages(router, rest, title, loadAssets());
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

/** Redirect to the last segment with a slash, relative to the request: a whole path that begins with two slashes would name a host. */
function redirect({ originalUrl }: Request, res: Response): void {
  const [path = '', ...query] = originalUrl.split('?');
  const target = `./${path.slice(path.lastIndexOf('/') + 1)}/`;
  res.statusCode = 302;
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Location', [target, ...query].join('?'));
  res.end();
}
