import type { Server } from '../types.ts';

/**
 * The Content-Security-Policy of the pages: scripts and styles only from files of this package, requests only to this server and the servers in
 * the document.
 */
export function writePolicy(servers: readonly Server[]): string {
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
