import { readPath } from '../../../packages/router/src/match/read-path.ts';
import { judgeDecode } from '../../../test/security/corpus/judge/decode.ts';
import { latin1 } from '../src/bytes.ts';

/** A request target: its path, each of its segments, and all of it as one capture. */
export function fuzz(data: Uint8Array): void {
  const text = latin1(data).replaceAll('\0', '');
  const path = readPath(text);
  if (/[?#]/.test(path)) throw new Error(`the path has a query: ${path}`);
  for (const capture of [path, path.slice(1), ...path.split('/')]) judgeDecode(capture);
}
