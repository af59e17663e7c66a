import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import fc from 'fast-check';
import { type BodyRequest, isPlain, readJson } from '../../src/dispatch/read-json.ts';
import { BODIES, jsonTestSuite, TRANSFERS, TYPES } from './bodies.ts';
import { type BothWays, bothWays } from './both-ways.ts';

const JSON_TYPE = 'Content-Type: application/json';

describe('readJson, as body-parser reads', function () {
  // Thousands of requests, on a machine that may be busy.
  this.timeout(60_000);
  let ways: BothWays;
  before(async () => {
    ways = await bothWays();
  });
  after(() => ways.close());

  for (const [isShort, type] of TYPES) {
    const bodies = isShort ? BODIES : BODIES.filter((_, place) => place % 7 === 0);
    it(`${bodies.length} bodies with ${type}`, async () => {
      const before = ways.short();
      for (const body of bodies) await ways.send({ headers: [type], body });
      // Neither what is empty nor what is too large is read at all.
      const unread = bodies.filter(({ length }) => length === 0 || length > 102_400).length;
      expect(ways.short() - before).to.equal(isShort ? bodies.length - unread : 0);
    });
  }

  for (const [isShort, fields, encode] of TRANSFERS) {
    it(`with ${fields.join(' and ')} as ${encode(Buffer.from('{}')).toString('base64')}`, async () => {
      const before = ways.short();
      const texts = ['{}', '{"a":"é"}', '{"a":', '"'.padEnd(200_000, 'a'), '\ufeff'];
      for (const text of texts) {
        await ways.send({ headers: [JSON_TYPE, ...fields], body: encode(Buffer.from(text)) });
      }
      expect(ways.short() - before).to.equal(isShort ? texts.length - 1 : 0);
    });
  }

  for (const [isShort, method, type] of [
    [true, 'PATCH', 'application/merge-patch+json'],
    [true, 'PATCH', 'application/json'],
    [false, 'PATCH', 'application/vnd.api+json'],
    [true, 'PUT', 'application/vnd.api+json'],
    [true, 'QUERY', 'application/json'],
    [false, 'QUERY', 'application/merge-patch+json'],
    [true, 'DELETE', 'application/json'],
  ] as const) {
    it(`${method} with ${type}`, async () => {
      const before = ways.short();
      for (const text of ['{"a":null}', '{']) {
        await ways.send({ method, headers: [`Content-Type: ${type}`], body: Buffer.from(text) });
      }
      expect(ways.short() - before).to.equal(isShort ? 2 : 0);
    });
  }

  it('random values, and texts with a mistake', async () => {
    const text = fc.oneof(
      fc.json(),
      fc.json({ stringUnit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.json({ stringUnit: 'binary' }), fc.nat(), fc.string({ maxLength: 2 })).map(([json, place, extra]) => {
        const at = place % (json.length + 1);
        return json.slice(0, at) + extra + json.slice(at + 1);
      }),
    );
    const bytes = fc.oneof(
      text.map((value) => Buffer.from(value)),
      text.map((value) => Buffer.from(value, 'utf16le')),
      fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value)),
      fc.uint8Array({ maxLength: 12 }).map((value) => Buffer.from(['"', ...value, '"'].map(codeOf))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        await ways.send({ headers: [JSON_TYPE], body });
      }),
      { numRuns: 500 },
    );
  });

  for (const text of [
    '{"a":"é日💩\\ud83d","b":[1,-0]}',
    '\ufeff{"a":"é"}',
    '{"a":"日本",}',
    '"\ufeff\ufffd"',
    Buffer.from('22c3efbbbf22eda0bdf09f9222e2', 'hex'),
  ]) {
    it(`cut at each byte: ${text.toString()}`, async () => {
      const body = Buffer.from(text as string);
      const whole = await ways.send({ headers: [JSON_TYPE], body });
      for (let cut = 0; cut < body.length; cut++) {
        expect(await ways.send({ headers: [JSON_TYPE], body, cuts: [cut] })).to.equal(whole);
      }
      const each = Array.from(body, (_, place) => place);
      expect(await ways.send({ headers: [JSON_TYPE], body, cuts: each })).to.equal(whole);
    });
  }

  for (const [charset, hex, code] of [
    ['utf-8', 'efbbbf', 'E_BAD_JSON'],
    ['utf-16', 'fffe', 'E_BAD_JSON'],
    ['utf-16', 'feff', 'E_BAD_JSON'],
    ['utf-16le', '7b', 'E_BAD_JSON'],
    ['utf-16be', 'feff00', 'E_BAD_JSON'],
    ['utf-32', 'fffe0000', 'E_BAD_JSON'],
    ['utf-32be', '0000feff00', 'E_BAD_JSON'],
    ['utf-32le', '7b0000', 'E_BAD_JSON'],
    ['utf-16le', '31000a', 'E_BAD_JSON'],
    ['utf-32', '3100000020', 'E_BAD_JSON'],
    ['utf-16', 'feff0031', undefined],
    ['utf-32le', '31000000', undefined],
    ['utf-7', '31', 'E_MEDIA_TYPE'],
    ['UTF-7-IMAP', '31', 'E_MEDIA_TYPE'],
    ['utf-64', '31', 'E_MEDIA_TYPE'],
  ] as const) {
    it(`${hex} in ${charset}: ${code ?? 'is JSON'}`, async () => {
      const body = Buffer.from(hex, 'hex');
      const outcome = await ways.send({ headers: [`${JSON_TYPE}; charset=${charset}`], body });
      expect(outcome).to.include(code === undefined ? 'value: 1' : `code: '${code}'`);
    });
  }

  it('a client that leaves', async () => {
    const body = Buffer.from('{"a":"é"}');
    for (const leavesAfter of [0, 1, 7, body.length - 1]) {
      const outcome = await ways.send({ headers: [JSON_TYPE], body, leavesAfter });
      expect(outcome).to.include("code: 'E_BAD_BODY'").and.to.include("cause: 'request aborted'");
    }
  });
});

describe('readJson, by JSONTestSuite', function () {
  this.timeout(60_000);
  let ways: BothWays;
  before(async () => {
    ways = await bothWays({ body: 300_000 });
  });
  after(() => ways.close());

  const suite = jsonTestSuite();

  it(`reads ${suite.length} texts`, async () => {
    const different: string[] = [];
    for (const [name, body] of suite) {
      const outcome = await ways.send({ headers: [JSON_TYPE], body });
      const isAccepted = outcome.startsWith('{ value:');
      if (isAccepted !== name.startsWith('y_') && !name.startsWith('i_')) different.push(name);
    }
    // Nothing at all is no body.
    expect(different).to.deep.equal(['n_structure_no_data']);
    expect(ways.short()).to.equal(suite.length - 1);
  });
});

describe('isPlain', () => {
  const request = (headers: Record<string, string> = {}): BodyRequest =>
    Object.assign(new IncomingMessage(new Socket()), { headers: { 'content-length': '2', ...headers } });

  for (const [expected, headers] of [
    [true, {}],
    [true, { 'content-encoding': 'Identity' }],
    [false, { 'content-encoding': 'gzip' }],
    [false, { 'content-encoding': '' }],
    [false, { 'transfer-encoding': 'chunked' }],
    [false, { 'content-length': '02' }],
    [false, { 'content-length': '0x2' }],
    [false, { 'content-length': '2e0' }],
    [false, { 'content-length': ' 2' }],
  ] as const) {
    it(`is ${expected} for ${JSON.stringify(headers)}`, () => {
      expect(isPlain(request(headers))).to.equal(expected);
    });
  }

  for (const [name, touch] of [
    ['paused', (req) => req.pause()],
    ['resumed', (req) => req.resume()],
    ['being read', (req) => req.on('data', () => {})],
    ['about to be read in pieces', (req) => req.on('readable', () => {})],
    ['piped', (req) => req.pipe(new PassThrough())],
    ['decoded', (req) => req.setEncoding('utf8')],
    ['read in part', (req) => req.push('ab') && req.read(1)],
    ['destroyed', (req) => req.destroy()],
    ['given a body', (req) => Object.assign(req, { body: {} })],
  ] as const satisfies readonly (readonly [string, (req: BodyRequest) => unknown])[]) {
    it(`is false for a request that is ${name}`, () => {
      const req = request();
      expect(isPlain(req)).to.equal(true);
      touch(req);
      expect(isPlain(req)).to.equal(false);
    });
  }
});

describe('readJson', () => {
  const request = (): BodyRequest => new IncomingMessage(new Socket());
  const rejected = async (reading: Promise<unknown>) => {
    const error = await reading.then(
      () => undefined,
      (reason) => reason,
    );
    return { code: error?.code, cause: error?.cause?.message };
  };

  it('refuses what is shorter or longer than was announced', async () => {
    for (const text of ['{', '{} ']) {
      const req = request();
      const reading = readJson(req, 2, () => undefined);
      req.push(text);
      req.push(null);
      const cause = 'request size did not match content length';
      expect(await rejected(reading)).to.deep.equal({ code: 'E_BAD_BODY', cause });
      expect(req.body).to.equal(undefined);
    }
  });

  it('refuses what breaks on its way', async () => {
    const req = request();
    const reading = readJson(req, 2, () => undefined);
    req.emit('error', new Error('broken'));
    expect(await rejected(reading)).to.deep.equal({ code: 'E_BAD_BODY', cause: 'broken' });
  });

  it('rejects with what the taker throws, and leaves the body on the request', async () => {
    const req = request();
    const reading = readJson(req, 2, () => {
      throw Object.assign(new Error('no'), { code: 'E_NO' });
    });
    req.push('[]');
    req.push(null);
    expect(await rejected(reading)).to.deep.equal({ code: 'E_NO', cause: undefined });
    expect(req.body).to.deep.equal([]);
  });

  it('adds one listener of a kind', () => {
    const req = request();
    readJson(req, 2, () => undefined);
    for (const name of req.eventNames()) expect(req.listenerCount(name), String(name)).to.equal(1);
    expect(req.eventNames()).to.have.members(['data', 'end', 'aborted', 'error']);
  });
});

// --- internal ---

function codeOf(value: string | number): number {
  return typeof value === 'number' ? value : value.charCodeAt(0);
}
