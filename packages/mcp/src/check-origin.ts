import type { Request } from 'express';
import { mcpError } from './errors.ts';

/**
 * Refuse web pages of other origins, which a browser takes along the user of this machine (DNS rebinding). Agents send no `Origin`.
 *
 * @param origins - of pages that may ask; those of this machine may ask a server on this machine
 * @throws {HttpError} 403 `E_MCP_ORIGIN`
 */
export function checkOrigin({ headers: { origin, host = '' } }: Request, origins: readonly string[]): void {
  if (origin === undefined || origins.includes(origin)) return;
  if (!isLocal(origin) || !isLocal(`http://${host}`)) throw mcpError('E_MCP_ORIGIN');
}

// --- internal ---

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLocal(url: string): boolean {
  return URL.canParse(url) && LOCAL.has(new URL(url).hostname);
}
