/**
 * A request as the bytes for one side, with what it refers to in earlier answers of this side.
 *
 * @param {import('./requests/meaningful.js').Sent} request
 * @param {import('./side.js').Side['memory']} memory
 * @returns {{ bytes: Buffer, methods: readonly string[], path: string }}
 */
export function writeRequest({ method, path, headers, body, raw, methods }, memory) {
  if (raw !== undefined) return { bytes: raw, methods, path };
  const target = path.replace('{{next}}', () => memory.next).replace('{{location}}', () => memory.location);
  const [plain] = target.split('?');
  const tag = memory.etags.get(plain) ?? memory.etags.get('last') ?? '"none"';
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: example.com'];
  for (const [name, value] of headers) lines.push(`${name}: ${value.replaceAll('{{etag}}', () => tag)}`);
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  if (body !== undefined) lines.push(`Content-Length: ${content.length}`);
  return {
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]),
    methods: [method],
    path: plain,
  };
}

/**
 * Keep what later requests refer to.
 *
 * @param {import('./side.js').Side['memory']} memory @param {string} path @param {import('./answer-reader.js').Answer} answer
 */
export function remember(memory, path, { headers }) {
  const find = (wanted) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const tag = find('etag');
  const location = find('location');
  if (tag !== undefined) memory.etags.set(location ?? path, tag).set('last', tag);
  const next = /<(\/[^>]*)>; rel="next"/.exec(find('link') ?? '')?.[1];
  if (next !== undefined) memory.next = next;
  if (location?.startsWith('/')) memory.location = location;
}

/** What a side has answered. @returns {{ etags: Map<string, string>, location: string, next: string }} */
export const emptyMemory = () => ({ etags: new Map(), location: '/', next: '/' });
