import type { Server } from '../types.ts';

/**
 * Write the Content-Security-Policy of the pages: scripts and styles are files of ours only, none inline; requests go to this server, and to those that
 * the document names with a host.
 */
export function writePolicy(servers: readonly Server[]): string {
  // A host with a variable is not known before it is chosen.
  const named = servers.filter(({ url }) => /^https?:\/\/[^{}]+$/i.test(url) && URL.canParse(url));
  const origins = new Set(named.map(({ url }) => new URL(url).origin));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Arrows and locks of the viewer are images in its styles.
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
