import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { HACKED, jsonText, untouched } from './rows.ts';

const RECORD = Buffer.from(`{"title":"${HACKED}"}`);
const MEGABYTE = Buffer.alloc(1_048_576);
const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);

/** Content codings, the body, and the status. */
const ROWS: readonly (readonly [what: string, coding: string, body: Buffer, statuses: number | readonly number[]])[] = [
  ['a coding that nobody knows', 'rot13', RECORD, 415],
  ['a coding of old', 'compress', RECORD, 415],
  ['two codings', 'gzip, gzip', gzipSync(gzipSync(RECORD)), 415],
  ['two codings, the second one empty', 'gzip,', gzipSync(RECORD), 415],
  ['two codings that are none', 'identity, identity', RECORD, 415],
  ['a coding with a parameter', 'gzip;q=1', gzipSync(RECORD), 415],
  ['an old name of gzip', 'x-gzip', gzipSync(RECORD), 415],
  ['gzip that is not compressed', 'gzip', RECORD, 400],
  ['gzip that is deflated', 'gzip', deflateSync(RECORD), 400],
  ['deflate without its head', 'deflate', deflateRawSync(RECORD), 400],
  ['Brotli that is not', 'br', RECORD, 400],
  ['gzip that is cut', 'gzip', gzipSync(RECORD).subarray(0, -6), 400],
  ['gzip with a wrong checksum', 'gzip', wrongChecksum(), 400],
  ['gzip compressed twice', 'gzip', gzipSync(gzipSync(RECORD)), 400],
  ['gzip of nothing', 'gzip', gzipSync(''), [400, 422]],
  ['a body that is JSON and says that it is gzip', 'gzip', Buffer.from('{}'), 400],
  ['a bomb of gzip', 'gzip', gzipSync(MEGABYTE), 413],
  ['a bomb of deflate', 'deflate', deflateSync(MEGABYTE), 413],
  ['a bomb of Brotli', 'br', brotliCompressSync(MEGABYTE), 413],
  ['a bomb in capitals', 'GZIP', gzipSync(MEGABYTE), 413],
  ['a bomb of many members', 'gzip', Buffer.concat(Array(20).fill(gzipSync(MEGABYTE.subarray(0, 50_000)))), 413],
  ['a bomb in a bomb', 'gzip', gzipSync(gzipSync(MEGABYTE)), 400],
  ['a bomb that is JSON', 'gzip', gzipSync(`{"title":"${HACKED}","body":"${'a'.repeat(200_000)}"}`), 413],
  ['a bomb of levels', 'gzip', gzipSync('['.repeat(100_000)), 400],
];

const lengths: Attack[] = ROWS.map(([name, coding, body, answer]) => ({
  name,
  send: jsonText('POST', '/post', body, { 'Content-Encoding': coding }),
  answer,
  check: untouched,
}));

const BOMBS = ROWS.filter(([name]) => name.startsWith('a bomb of'));
const chunks: Attack[] = BOMBS.map(([name, coding, body, answer]) => ({
  name: `${name}, in chunks`,
  send: jsonText('POST', '/post', chunked(body), { 'Content-Encoding': coding, 'Transfer-Encoding': 'chunked' }),
  answer,
  check: untouched,
}));

describeAttacks('content codings', [
  ...lengths,
  ...chunks,
  {
    name: 'a bomb of a form',
    send: request('POST', '/post', {
      body: gzipSync(`title=${HACKED}&body=${'a'.repeat(200_000)}`),
      fields: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
    }),
    answer: 413,
    check: untouched,
  },
  {
    name: 'a bomb of fields of a form',
    send: request('POST', '/post', {
      body: gzipSync('a&'.repeat(40_000)),
      fields: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
    }),
    answer: 413,
    check: untouched,
  },
  {
    name: 'a bomb where no body is read',
    send: request('GET', '/post/1', { body: gzipSync(MEGABYTE), fields: { 'Content-Encoding': 'gzip' } }),
    answer: 200,
  },
  {
    name: 'a bomb behind the wrong type',
    send: request('POST', '/post', { body: gzipSync(MEGABYTE), fields: { 'Content-Encoding': 'gzip' } }),
    answer: 415,
    check: untouched,
  },
  {
    name: 'a bomb takes no memory that stays',
    send: async ({ send }) => {
      const bomb = jsonText('POST', '/post', gzipSync(Buffer.alloc(10_485_760)), { 'Content-Encoding': 'gzip' });
      const before = process.memoryUsage().arrayBuffers;
      const answers = await send(bomb);
      // All of it would be ten megabytes.
      expect(process.memoryUsage().arrayBuffers - before).to.be.below(5_000_000);
      return answers;
    },
    answer: 413,
    check: untouched,
  },
]);

// --- internal ---

function wrongChecksum(): Buffer {
  const bytes = gzipSync(RECORD);
  bytes[bytes.length - 8] = (bytes[bytes.length - 8] as number) ^ 1;
  return bytes;
}
