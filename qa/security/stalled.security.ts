import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, type Fields, readAnswers, request } from './bytes.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const TOO_LARGE = 102_401;
type Refusal = readonly [status: number, code: string];
const announced = (length: number) => ({ 'Content-Length': String(length) });

/** The head of a POST whose body does not come, or only this much of it; the client would keep the connection. */
const begin = (fields: Fields, body: string | Uint8Array = '') =>
  request('POST', '/plain', { fields, body, isKept: true });

/** What is refused although the rest of it never comes: it is answered, and the connection closed, while the client waits. */
const refused = (name: string, send: Uint8Array, [status, code]: Refusal): Attack => ({
  name,
  send,
  answer: status,
  check: ([answer]) => {
    expect(answer?.json()).to.include({ status, code });
    expect(answer?.fields.get('connection')).to.equal('close');
  },
});

const SIZE = [413, 'E_BODY_TOO_LARGE'] as const;
const TYPE = [415, 'E_MEDIA_TYPE'] as const;
const chunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`;

describeAttacks('clients that stall', [
  {
    name: '102400 bytes are announced: the answer waits for them',
    send: async (target) => {
      const socket = connect(target.port, '127.0.0.1');
      const received: Buffer[] = [];
      socket.on('data', (bytes) => received.push(bytes));
      socket.write(begin({ ...JSON_TYPE, ...announced(102_400), Connection: 'close' }));
      // Whoever comes meanwhile is answered before.
      for (let turn = 0; turn < 20; turn++) await target.ask('GET', '/plain');
      expect(received).to.deep.equal([]);
      socket.write(`"${'a'.repeat(102_398)}"`);
      await once(socket, 'close');
      return readAnswers(Buffer.concat(received));
    },
    answer: 201,
  },
  {
    name: '102401 bytes are announced to what reads no body: the answer does not wait',
    send: request('GET', '/plain', { fields: announced(TOO_LARGE) }),
    answer: 200,
  },
  ...(
    [
      ['JSON', JSON_TYPE, SIZE],
      ['JSON that asks before it is sent', { ...JSON_TYPE, Expect: '100-continue' }, SIZE],
      ['a form', FORM, SIZE],
      ['text', { 'Content-Type': 'text/plain' }, TYPE],
      ['multipart', { 'Content-Type': 'multipart/form-data; boundary=x' }, TYPE],
    ] as const
  ).map(([what, fields, right]) =>
    refused(
      `${what}: 102401 bytes are announced, and none is sent`,
      begin({ ...fields, ...announced(TOO_LARGE) }),
      right,
    ),
  ),
  {
    name: '102401 bytes are announced, and none is sent: the answer takes less than 50 ms',
    send: async ({ send }) => {
      const times: number[] = [];
      const answers: Answer[] = [];
      // The machine may be busy with something else: one of them is not slowed down by that.
      for (let attempt = 0; attempt < 5; attempt++) {
        const begun = performance.now();
        answers.push(...(await send(begin({ ...JSON_TYPE, ...announced(TOO_LARGE) }))));
        times.push(performance.now() - begun);
      }
      expect(Math.min(...times)).to.be.below(50);
      return answers;
    },
    answer: 413,
    check: (answers) => expect(answers).to.have.length(5),
  },
  refused('2 GB are announced, and none is sent', begin({ ...JSON_TYPE, ...announced(2 ** 31) }), SIZE),
  refused(
    'chunked: 102401 bytes, and no end',
    begin({ ...JSON_TYPE, ...CHUNKED }, chunk(`"${'a'.repeat(102_400)}`)),
    SIZE,
  ),
  refused(
    'a chunked form: 102401 bytes, and no end',
    begin({ ...FORM, ...CHUNKED }, chunk(`a=${'a'.repeat(102_399)}`)),
    SIZE,
  ),
  refused('chunked text, and no end', begin({ 'Content-Type': 'text/plain', ...CHUNKED }, chunk('a')), TYPE),
  ...Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }).map(([encoding, compress]) =>
    refused(
      `a bomb of ${encoding}: 10 MB after decompression, and no end`,
      begin(
        { ...JSON_TYPE, 'Content-Encoding': encoding, ...announced(50_000) },
        compress(`"${'a'.repeat(10_000_000)}"`),
      ),
      SIZE,
    ),
  ),
]);
