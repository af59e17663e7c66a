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
 * @see docs/openapi-page.md
 *
 * @example
 * app.use('/docs', createDocs(router));
 * app.use(router);
 */
export function createDocs(router: Documented, options: DocsOptions = {}): RequestHandler {
  checkVersion(options.openapi);
  const { servers = [{ url: '..' }] } = options;
  const policy = writePolicy(servers, options.securitySchemes);
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
 * server, the servers in the document, and the servers that give tokens.
 */
function writePolicy(servers: readonly Server[], schemes: DocsOptions['securitySchemes']): string {
  // A host with a variable is unknown until the user selects it.
  const named = [...servers.map(({ url }) => url), ...tokenAddresses(schemes)].filter(
    (url) => /^https?:\/\/[^{}]+$/i.test(url) && URL.canParse(url),
  );
  const origins = new Set(named.map((url) => new URL(url).origin));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The styles of the viewer contain icons; images that the service answers with are shown.
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The addresses that the page sends requests to for a token of OAuth 2 or OpenID Connect. */
function tokenAddresses(schemes: DocsOptions['securitySchemes'] = {}): string[] {
  return Object.values(schemes).flatMap((scheme) => {
    const flows = Object.values((scheme.flows ?? {}) as Record<string, Record<string, unknown>>);
    const found = [scheme.openIdConnectUrl, ...flows.flatMap(({ tokenUrl, refreshUrl }) => [tokenUrl, refreshUrl])];
    return found.filter((url) => typeof url === 'string');
  });
}
