import type { Request, Response } from 'express';
import { type Content, ENCODINGS } from './content.ts';

/**
 * Answer GET or HEAD with bytes, compressed as the client likes; 304 when it has them.
 *
 * @param isLasting - the address changes with the bytes: clients may keep them for a year without asking
 */
export async function sendContent(content: Content, isLasting: boolean, req: Request, res: Response): Promise<void> {
  const encoding = ENCODINGS.find((name) => req.acceptsEncodings(name));
  res.setHeader('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache');
  res.setHeader('Vary', 'Accept-Encoding');
  // Other bytes have another tag (RFC 9110, section 8.8.3).
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
