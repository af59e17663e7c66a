import type { ServerResponse } from 'node:http';

/**
 * End an answer with a text in UTF-8, whose header fields are set: one write for all of it.
 *
 * @param length - bytes of the text, its `Content-Length`
 */
export function endWithText(res: ServerResponse, text: string, length: number): void {
  // Node puts header fields and text together in one string of one encoding; fields are Latin-1. In ASCII both are the same.
  if (length === text.length) res.end(text, 'latin1');
  else res.end(Buffer.from(text));
}
