import { FORM_TYPE, JSON_TYPE, judgeBody } from '../../../test/security/corpus/judge/body.ts';
import { Bytes } from '../src/bytes.ts';

const TYPES = [JSON_TYPE, JSON_TYPE, JSON_TYPE, FORM_TYPE, 'application/json; charset=utf-16', 'application/x+json'];

/** A type, a place to cut, and a body. */
export async function fuzz(data: Uint8Array): Promise<void> {
  const bytes = new Bytes(data);
  const type = bytes.pick(TYPES);
  const cut = bytes.byte();
  await judgeBody(bytes.rest(), type, cut);
}
