import { expect } from 'chai';
import fc from 'fast-check';
import { BODIES, jsonTestSuite, TRANSFERS, TYPES } from './bodies.ts';
import { type BothWays, bothWays } from './both-ways.ts';

const JSON_TYPE = 'Content-Type: application/json';

describe('JSON bodies, compared with body-parser', function () {
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
      // Empty bodies and bodies over the limit are not read.
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
      { numRuns: 200 },
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
    ['utf-16le', '3100', 'E_MEDIA_TYPE'],
    ['utf-16', 'feff0031', 'E_MEDIA_TYPE'],
    ['utf-32le', '31000000', 'E_MEDIA_TYPE'],
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

describe('JSON bodies, by JSONTestSuite', function () {
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
    // An empty text is a request without a body.
    expect(different).to.deep.equal(['n_structure_no_data']);
    expect(ways.short()).to.equal(suite.length - 1);
  });
});

// --- internal ---

function codeOf(value: string | number): number {
  return typeof value === 'number' ? value : value.charCodeAt(0);
}
