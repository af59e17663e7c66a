import type { Request, RequestHandler, Response } from 'express';
import { checkVersion } from '../create-open-api.ts';
import type { Server } from '../types.ts';
import type { Documentation } from './documentation.ts';
import type { DocsOptions, Documented } from './options.ts';
import { sendProblem } from './problem.ts';

/**
 * Serve the documentation of a router: a page with its operations to try, its routes and errors, and its OpenAPI
 * document. Needs no other host.
 *
 * - `/` operations, `/routes` routes, `/relations` relations, `/errors` error codes, `/openapi.json` the document,
 *   which is created at the first request
 * - It opens no file before the first request, so it works in a bundle and before the router is ready.
 * - 404 `E_NOT_FOUND`, 405 `E_METHOD`, 500 `E_INTERNAL` when no document can be created
 *
 * @param router - what `createRestRouter` returned
 * @see docs/openapi.md#the-documentation-page
 *
 * @example
 * app.use('/docs', createDocs(router));
 * app.use(router);
 */
export function createDocs(router: Documented, options: DocsOptions = {}): RequestHandler {
  checkVersion(options.openapi);
  const { servers = [{ url: '..' }] } = options;
  const policy = writePolicy(servers);
  let documentation: Promise<Documentation> | undefined;
  return (req, res) => {
    const { path } = req;
    res.setHeader('Content-Security-Policy', policy);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    documentation ??= load(router, { ...options, servers });
    documentation.then((answer) => answer(path, req, res)).catch((error: unknown) => fail(error, req, res));
  };
}

// --- internal ---

/** The documentation is loaded at the first request, because most processes show none. */
async function load(
  router: Documented,
  options: DocsOptions & Required<Pick<DocsOptions, 'servers'>>,
): Promise<Documentation> {
  const { createDocumentation } = await import('./documentation.ts');
  return createDocumentation(router, options);
}

/** The error is printed for the operator. The client sees its message only outside of production. */
function fail(error: unknown, req: Request, res: Response): void {
  const { NODE_ENV } = process.env;
  if (NODE_ENV !== 'test') console.error(error);
  const detail = NODE_ENV !== 'production' && error instanceof Error ? error.message : 'The document cannot be made.';
  if (res.headersSent) res.destroy();
  else sendProblem(req, res, 'E_INTERNAL', detail);
}

/**
 * The Content-Security-Policy of the pages: scripts and styles only from files of this package, requests only to this
 * server and the servers in the document.
 */
function writePolicy(servers: readonly Server[]): string {
  // A host with a variable is unknown until the user selects it.
  const named = servers.filter(({ url }) => /^https?:\/\/[^{}]+$/i.test(url) && URL.canParse(url));
  const origins = new Set(named.map(({ url }) => new URL(url).origin));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The styles of the viewer contain icons.
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
