import { judgeQuery } from '../../../test/security/corpus/judge/query.ts';
import { latin1 } from '../src/bytes.ts';

/** What stands behind the question mark; after a byte 1 a cursor, written as a client would. */
export function fuzz(data: Uint8Array): void {
  if (data[0] === 1) {
    const [sort = '', values = ''] = Buffer.from(data.subarray(1)).toString().split('\n');
    const cursor = Buffer.from(`[${JSON.stringify(sort)},${values}]`).toString('base64url');
    judgeQuery(`sort=${encodeURIComponent(sort)}&after=${cursor}`);
    return;
  }
  judgeQuery(latin1(data));
}
