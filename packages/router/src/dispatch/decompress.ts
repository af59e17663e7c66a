import type { Duplex } from 'node:stream';
import zlib from 'node:zlib';
import type { BodyRequest } from './read-json.ts';

/** A body after decompression, with header fields as if it had come so, for `body-parser` to read in place of the request. */
export type PlainBody = Duplex & Pick<BodyRequest, 'headers' | 'body'>;

/**
 * Decompress the body of a request, so that whoever reads it can count what comes out, and stop.
 *
 * @returns `undefined` where it is not compressed, or in a way that Node does not know
 */
export function decompress(req: BodyRequest): PlainBody | undefined {
  const { 'content-encoding': encoding = '', 'content-length': _, ...headers } = req.headers;
  const open = DECOMPRESSORS.get(encoding.toLowerCase());
  return open && Object.assign(req.pipe(open()), { headers: { ...headers, 'transfer-encoding': 'chunked' } });
}

// --- internal ---

/** As `body-parser` has them; Node has the last one from 22.15 on. */
const DECOMPRESSORS: ReadonlyMap<string, () => Duplex> = new Map(
  Object.entries({
    gzip: zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
    zstd: (zlib as { createZstdDecompress?: () => Duplex }).createZstdDecompress,
  }).filter((entry): entry is [string, () => Duplex] => entry[1] !== undefined),
);
