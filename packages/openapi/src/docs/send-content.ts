import type { Request, Response } from 'express';
import { type Content, ENCODINGS } from './content.ts';

/**
 * Answer GET or HEAD with a file, compressed if the client accepts it; 304 if the client has it.
 *
 * @param isLasting - the address contains the hash: clients may cache it for a year
 */
export async function sendContent(content: Content, isLasting: boolean, req: Request, res: Response): Promise<void> {
  const encoding = ENCODINGS.find((name) => req.acceptsEncodings(name));
  res.setHeader('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache');
  res.setHeader('Vary', 'Accept-Encoding');
  // Each encoding needs its own tag (RFC 9110, section 8.8.3).
  res.setHeader('ETag', `"${content.hash}${encoding === undefined ? '' : `-${encoding}`}"`);
  if (req.fresh) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const bytes = encoding === undefined ? content.bytes : await content.encode(encoding);
  if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', content.type);
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
